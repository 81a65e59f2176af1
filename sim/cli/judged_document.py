"""A judged question of sight as one JSON document."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import msgspec

from sim import __version__
from sim.engine.reasons import Reason
from sim.engine.rulebook import REGISTER, load_register
from sim.engine.sight_doubts import proof_agrees, second_agrees
from sim.table.facts import SightReport

if TYPE_CHECKING:
    from sim.cli.judged import Judged

__all__ = ["FORMAT", "document_of"]

FORMAT = "hulldown-sight/1"


def document_of(judged: Judged) -> dict[str, Any]:
    """Return everything that was judged, fields in the order a person reads them.

    Lengths are inches, shares 0..1; nothing is rounded.
    """
    report, scene = judged.report, judged.opened.scene
    return {
        "format": FORMAT,
        "from": judged.asked[0],
        "to": judged.asked[1],
        "shooter": judged.shooter.id,
        "target": judged.target.id,
        **_sight(report),
        "margin": asdict(report.margin),
        "measured": asdict(report.measured) if report.measured else None,
        "holds": asdict(report.holds) if report.holds else None,
        "proof": _proof(report),
        "second_opinion": _second(report),
        "cover": judged.cover.cover if judged.cover else None,
        "cover_rules": list(judged.cover.rules) if judged.cover else [],
        "cover_turned_in": _turned_in(judged),
        "rules": judged.rules,
        "options": dict(judged.options),
        "pairs": [
            {"from": each.looker, "to": each.target, **_verdict(each.sight)}
            for each in judged.pairs
        ],
        "reason": _plain(judged.explanation),
        "predicates": dict(report.predicates),
        "scene": {
            "name": scene.name,
            "source": scene.source,
            "digest": scene.digest(),
            "meshes": dict(scene.mesh_digests),
        },
        "versions": _versions(judged),
    }


def _turned_in(judged: Judged) -> Any:
    """Return the least shift of the target that was found to change the cover, inches."""
    turned = judged.cover.turned if judged.cover else None
    return turned.value if turned else None


def _sight(report: SightReport) -> dict[str, Any]:
    sight = report.sight
    return {
        **_verdict(sight),
        "witness": sight.witness,
        "opening_in": sight.opening_in,
        "blockers": dict(sight.blockers),
        "sole_blockers": list(sight.sole_blockers),
        "parts": dict(sight.parts),
        "eye": {"model": report.looker.model, "pose": asdict_of(report.looker.pose)},
        "solids": [[each.model, asdict_of(each.pose)] for each in report.solids],
    }


def _verdict(sight: Any) -> dict[str, Any]:
    verdict = "visible" if sight.visible else "blocked"
    return {
        "verdict": verdict,
        "visible": sight.visible,
        "share": sight.share,
        "bound": sight.bound,
    }


def asdict_of(struct: Any) -> Any:
    """Return a Struct as plain values."""
    return msgspec.to_builtins(struct)


def _proof(report: SightReport) -> dict[str, Any] | None:
    if report.proof is None:
        return None
    proof = asdict(report.proof)
    drawn = ("outline", "seen")
    return {
        **{name: value for name, value in proof.items() if name not in drawn},
        "agrees": proof_agrees(report),
    }


def _second(report: SightReport) -> dict[str, Any] | None:
    if report.second_opinion is None:
        return None
    return {
        "share": report.second_opinion,
        "bound": report.second_bound,
        "agrees": second_agrees(report),
    }


def _plain(reason: Reason) -> dict[str, Any]:
    """Return an explanation with the sentence of every node beside its key."""
    return {
        "text": reason.text(),
        "key": reason.key,
        "params": dict(reason.params),
        "value": reason.value,
        "rule_ids": list(reason.rule_ids),
        "rays": [list(ray) for ray in reason.rays],
        "pieces": list(reason.pieces),
        "children": [_plain(child) for child in reason.children],
    }


def _versions(judged: Judged) -> Mapping[str, str]:
    versions = {"hulldown": __version__, "engine": judged.report.engine}
    book = judged.opened.book
    if judged.cover is not None and book is not None:
        versions["rules"] = load_register(book.folder / REGISTER, book.option_names).version
    versions["python"] = platform.python_version()
    return versions
