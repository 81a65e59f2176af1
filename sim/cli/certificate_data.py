"""What programs read in a certificate: the answer of `los`, and all that it was worked out from."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Mapping
from typing import Any

import msgspec

from sim import __version__
from sim.cli.judged import PLAIN, Judged
from sim.engine.rulebook import REGISTER, load_register
from sim.table.digests import file_digests, text_digest
from sim.table.files import sha256_of
from sim.table.scene import scene_text
from sim.words import say

__all__ = ["FORMAT", "certificate_data", "encoded", "options_of", "versions_of"]

FORMAT = "hulldown-certificate/1"
#: Packages whose version a verdict may depend on.
LIBRARIES = ("numpy", "shapely", "embreex", "scipy")


def certificate_data(judged: Judged) -> dict[str, Any]:
    """Return a certificate's data: every field of `los --json`, the scene, and what it rests on."""
    report = judged.report
    return {
        "format": FORMAT,
        **_answer(judged),
        "asked": {
            "rules": judged.rules,
            "options": dict(judged.options),
            "prove": report.proof is not None,
            "measured": report.measured,
            "second_opinion": report.second_opinion is not None,
        },
        "scene": {
            "name": judged.opened.scene.name,
            "digest": text_digest(judged.opened.scene),
            "text": scene_text(judged.opened.scene),
        },
        "files": file_digests(judged.opened.scene),
        "predicates": dict(report.predicates),
        "versions": versions_of(judged),
    }


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
    versions["rays"] = judged.report.engine
    for name in LIBRARIES:
        try:
            versions[name] = importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            versions[name] = say("certificate.not_here")
    return versions


def options_of(judged: Judged) -> dict[str, str]:
    """Return the options that differ from the default: the scene's, then the command's."""
    stated = judged.opened.scene.options(judged.opened.scene.game) if judged.rules != PLAIN else {}
    return {**{name: str(value) for name, value in stated.items()}, **judged.options}


def _answer(judged: Judged) -> dict[str, Any]:
    report, sight, cover = judged.report, judged.report.sight, judged.cover
    return {
        "from": judged.shooter.id,
        "to": judged.target.id,
        "visible": sight.visible,
        "share": sight.share,
        "bound": sight.bound,
        "witness": sight.witness,
        "blockers": dict(sight.blockers),
        "margin": report.margin,
        "proof": report.proof,
        "cover": cover.cover if cover else None,
        "reason": judged.explanation,
    }
