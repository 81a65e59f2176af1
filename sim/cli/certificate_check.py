"""A certificate worked out again: the same question asked of the same scene, field by field.

Versions are told, not counted: another version that finds the same is no other verdict. The
second opinion may differ within the bounds of both pictures it was counted in. What a page shows
is compared with what its own data would show, where versions and second opinion are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from sim.cli.books import book_named
from sim.cli.certificate_data import certificate_data, encoded, seal_of
from sim.cli.certificate_file import ReadCertificate
from sim.cli.certify import shown_words
from sim.cli.common import Opened, open_table
from sim.cli.judged import Judged
from sim.cli.judged_units import judge_named
from sim.errors import HulldownError, InputProblems, UsageError
from sim.geometry.rays import END_GAP_IN
from sim.geometry.units import NOISE_IN
from sim.table.facts import Facts
from sim.table.files import sha256_of
from sim.table.scene import build_table, scene_from_text
from sim.words import say

__all__ = ["Checked", "Difference", "check_certificate"]

#: Fields that are compared in ways of their own, or not at all: a scene's own digest and name of
#: file change when the units of its force files are written out, its text's digest does not.
APART = (
    *(("versions",), ("second_opinion",), ("scene", "source"), ("scene", "digest")),
    *(("certificate", name) for name in ("versions", "seal", "asked", "format")),
)
#: Reasons that tell of the renderer or of the engine: compared as second opinion and version.
ASIDE = ("sight.second.agrees", "sight.second.differs", "sight.engine")


@dataclass(frozen=True)
class Difference:
    """A field that reads otherwise when worked out again; None stands for nothing at all."""

    field: str
    stated: object
    found: object


@dataclass(frozen=True)
class Checked:
    """What came of it.

    Attributes
    ----------
    differences : tuple of Difference
    versions : tuple of Difference
        Told, not counted.
    notes : tuple of str
        What could not be compared, and why.
    """

    differences: tuple[Difference, ...]
    versions: tuple[Difference, ...]
    notes: tuple[str, ...]


def check_certificate(read: ReadCertificate, file: Path, scene: str = "") -> Checked:
    """Work a certificate out again and compare.

    Parameters
    ----------
    file : Path
        Where it was read: mesh files lie beside it.
    scene : str
        A scene to work it out on instead of the one written in it.

    Raises
    ------
    HulldownError
        When it cannot be worked out: a scene that is not valid, meshes that are not there.
    """
    opened = open_table(scene) if scene else _opened(read, file)
    notes: list[str] = []
    judged = _judged(read, opened, notes)
    found = msgspec.json.decode(encoded(certificate_data(judged)), type=dict[str, Any])
    stated = read.data
    # Another engine finds where a ray meets a surface as well as single precision tells.
    same_engine = stated["versions"].get("engine") == found["versions"].get("engine")
    within = NOISE_IN if same_engine else END_GAP_IN
    fields = _fields(_plain(stated), _plain(found), within)
    differences = [
        *(each for each in fields if not _is_apart(each.field)),
        *_second(stated, found),
        *_whole(read),
    ]
    versions = tuple(_fields(_versions(stated), _versions(found), within))
    if read.page is not None:
        if versions or stated.get("second_opinion") != found.get("second_opinion"):
            notes.append(say("certificate.verify.words_skipped"))
        else:
            differences += _page(read, judged)
    return Checked(tuple(differences), versions, tuple(notes))


def _opened(read: ReadCertificate, file: Path) -> Opened:
    scene = scene_from_text(read.question.certificate.scene, file.resolve().parent, file.name)
    book = book_named(scene.game) if scene.game else None
    return Opened(scene, Facts(build_table(scene)), book)


def _judged(read: ReadCertificate, opened: Opened, notes: list[str]) -> Judged:
    question = read.question
    asked = question.certificate.asked

    def ask(second_opinion: bool) -> Judged:
        return judge_named(
            opened,
            question.shooter,
            question.target,
            rules=asked.rules,
            options=asked.options,
            prove=asked.prove,
            measured=asked.error(),
            second_opinion=second_opinion,
        )

    if not asked.second_opinion:
        return ask(False)
    try:
        return ask(True)
    except (UsageError, InputProblems):
        raise
    except HulldownError as error:
        notes.append(say("certificate.verify.no_second", detail=error))
        return ask(False)


# --- fields ---------------------------------------------------------------------------------------


def _is_apart(field: str) -> bool:
    path = tuple(field.split("."))
    return any(path[: len(each)] == each for each in APART)


def _versions(data: Mapping[str, Any]) -> dict[str, Any]:
    return {**data["versions"], **data["certificate"]["versions"]}


def _plain(value: Any) -> Any:
    """Return a value without the reasons that are compared in other ways."""
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(each) for each in value if not _is_aside(each)]
    return value


def _is_aside(value: Any) -> bool:
    return isinstance(value, Mapping) and value.get("key") in ASIDE


def _fields(stated: Any, found: Any, within: float, field: str = "") -> Iterator[Difference]:
    """Yield what differs by more than `within`; a reason tree or a list is one field."""
    tree = isinstance(stated, Mapping) and "key" in stated and "children" in stated
    if isinstance(stated, Mapping) and isinstance(found, Mapping) and not tree:
        for key in dict.fromkeys([*stated, *found]):
            name = f"{field}.{key}" if field else str(key)
            yield from _fields(stated.get(key), found.get(key), within, name)
    elif not _alike(stated, found, within):
        yield Difference(field, stated, found)


def _alike(stated: Any, found: Any, within: float) -> bool:
    """Return whether two values say the same, numbers to `within`."""
    if isinstance(stated, bool) or isinstance(found, bool):
        return stated is found
    if isinstance(stated, int | float) and isinstance(found, int | float):
        return abs(stated - found) <= within
    if isinstance(stated, Mapping) and isinstance(found, Mapping):
        same_keys = list(stated) == list(found)
        return same_keys and all(_alike(stated[k], found[k], within) for k in stated)
    if isinstance(stated, list | tuple) and isinstance(found, list | tuple):
        pairs = zip(stated, found, strict=False)
        return len(stated) == len(found) and all(_alike(a, b, within) for a, b in pairs)
    return stated == found


def _second(stated: Mapping[str, Any], found: Mapping[str, Any]) -> Iterator[Difference]:
    """Yield the second opinion where the two lie farther apart than both bounds."""
    ours, theirs = found.get("second_opinion"), stated.get("second_opinion")
    if ours is None:
        return  # it was not asked for, or could not be asked here
    if not isinstance(theirs, Mapping) or not _near(ours, theirs):
        yield Difference("second_opinion", theirs, ours)


def _near(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> bool:
    """Return whether two shares lie within both bounds; what is no number is not near."""
    found = [each.get(key) for key in ("share", "bound") for each in (ours, theirs)]
    numbers = [float(each) for each in found if isinstance(each, int | float)]
    return len(numbers) == 4 and abs(numbers[0] - numbers[1]) <= numbers[2] + numbers[3]


def _whole(read: ReadCertificate) -> Iterator[Difference]:
    """Yield what gives away that a certificate was changed after it was written."""
    stated = read.question.certificate
    digest = sha256_of(stated.scene.encode())
    if digest != stated.scene_digest:
        yield Difference("scene_digest", stated.scene_digest, digest)
    seal = seal_of(read.data)
    if seal != stated.seal:
        yield Difference("seal", stated.seal, seal)


def _page(read: ReadCertificate, judged: Judged) -> Iterator[Difference]:
    """Yield the first line of the page that its data would not have shown."""
    assert read.page is not None
    shown, meant = read.page.lines, shown_words(judged, read.page.data.get("drawing", [""])[0])
    if shown == meant:
        return
    at = next(
        (i for i, (a, b) in enumerate(zip(shown, meant, strict=False)) if a != b),
        min(len(shown), len(meant)),
    )
    lines = [each[at] if at < len(each) else None for each in (shown, meant)]
    yield Difference(say("certificate.verify.page"), *lines)
