"""What programs read in a certificate: the answer of `los`, and all that it was worked out from."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from sim import __version__
from sim.cli.judged import PLAIN, Judged, judged_json, terms_of
from sim.engine import true_sight
from sim.engine.rulebook import REGISTER, load_register
from sim.table.digests import file_digests, text_digest
from sim.table.files import sha256_of
from sim.table.scene import scene_text
from sim.words import say

__all__ = ["FORMAT", "certificate_data", "encoded", "seal_of", "unusual_options", "versions_of"]

FORMAT = "hulldown-certificate/1"
#: Packages whose version a verdict may depend on.
LIBRARIES = ("numpy", "shapely", "embreex", "scipy")


def certificate_data(judged: Judged) -> dict[str, Any]:
    """Return the very document of `los --json`, and under ``certificate`` what it rests on."""
    report, scene = judged.report, judged.opened.scene
    data = judged_json(judged)
    rests_on = {
        "format": FORMAT,
        "asked": {
            "rules": judged.rules,
            "options": dict(judged.options),
            "prove": report.proof is not None,
            "measured": report.measured,
            "second_opinion": report.second_opinion is not None,
        },
        "scene": scene_text(scene),
        "scene_digest": text_digest(scene),
        "files": file_digests(scene),
        "versions": versions_of(judged),
    }
    sealed = {**data, "certificate": rests_on}
    return {**data, "certificate": {**rests_on, "seal": seal_of(sealed)}}


def seal_of(data: Mapping[str, Any]) -> str:
    """Return the SHA-256 of all fields but the seal: what was changed later no longer fits it."""
    rests_on = {k: value for k, value in data["certificate"].items() if k != "seal"}
    plain = {**data, "certificate": rests_on}
    return sha256_of(msgspec.json.encode(plain, order="sorted"))


def encoded(data: Mapping[str, Any]) -> bytes:
    """Return data as JSON, its numbers written as `los --json` writes them."""
    return msgspec.json.encode(data)


def versions_of(judged: Judged) -> dict[str, str]:
    """Return the versions that the verdict was worked out with, by name."""
    versions = {"hulldown": __version__}
    book = judged.opened.book
    if judged.rules != PLAIN and book is not None:
        register = book.folder / REGISTER
        versions["rules"] = load_register(register).version
        versions["register"] = sha256_of(register.read_bytes())
    versions["engine"] = judged.report.engine
    for name in LIBRARIES:
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            versions[name] = say("certificate.not_here")
    return versions


def unusual_options(judged: Judged) -> dict[str, tuple[str, str]]:
    """Return the options in force that differ from the default, each as (value, default)."""
    usual = _default_options(judged)
    return {
        name: (value, usual.get(name, ""))
        for name, value in judged.options.items()
        if value != usual.get(name)
    }


def _default_options(judged: Judged) -> Mapping[str, str]:
    """Return the options as they are where neither scene nor command says anything."""
    if judged.rules == PLAIN:
        return true_sight.options_of({})
    scene = judged.opened.scene
    bare = replace(scene, file=msgspec.structs.replace(scene.file, options={}))
    opened = replace(judged.opened, scene=bare)
    return terms_of(opened, judged.shooter.id, judged.target.id, judged.rules, {}).options
