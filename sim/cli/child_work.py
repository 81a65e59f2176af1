"""Long work of the window in a process of its own: its frames go on, and it can be stopped."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import msgspec

from sim.engine.documents import Document
from sim.errors import HulldownError

__all__ = ["ChildWork", "report_work", "result_work"]

#: ``(done, whole) -> go on``: how far the work is.
Progress = Callable[[int, int], bool]


class _Line(msgspec.Struct, array_like=True):
    """What the child says: how far it is, what came of it, or what went wrong."""

    share: float = 0.0
    result: bytes | None = None
    fault: str = ""


class ChildWork:
    """Work that was begun; see `sim.window.ports.Work`.

    Parameters
    ----------
    work : callable
        ``work(progress, *arguments) -> bytes``; a module's function, so that a child finds it.
    arguments : tuple of str
    decode : callable
        From the bytes to what `result` returns.
    """

    def __init__(
        self,
        work: Callable[..., bytes],
        arguments: tuple[str, ...],
        decode: Callable[[bytes], Any],
    ) -> None:
        context = multiprocessing.get_context("spawn")
        self._here, there = context.Pipe()
        self._child: Any = context.Process(
            target=_serve, args=(there, work, arguments), daemon=True, name="hulldown work"
        )
        self._child.start()
        there.close()
        self._decode = decode
        self._last = _Line()
        self._ended = False

    @property
    def progress(self) -> float:
        """How far it is, 0 to 1."""
        self._listen()
        return self._last.share

    @property
    def done(self) -> bool:
        """Whether `result` would return or raise at once."""
        self._listen()
        return self._ended

    def result(self) -> Any:
        """Return what came of it.

        Raises
        ------
        HulldownError
            When it failed or was stopped, or is not done.
        """
        self._listen()
        if self._last.result is not None:
            return self._decode(self._last.result)
        raise HulldownError("cli.work_failed", detail=self._last.fault)

    def stop(self) -> None:
        """Stop it; nothing more comes of it. Stopping twice is allowed."""
        self._ended = True
        self._here.close()
        if self._child.is_alive():
            self._child.terminate()
        self._child.join(1.0)

    def _listen(self) -> None:
        while not self._ended and self._here.poll(0):
            try:
                self._last = msgspec.msgpack.decode(self._here.recv_bytes(), type=_Line)
            except (EOFError, OSError) as error:
                self._last = _Line(fault=type(error).__name__)
                self._ended = True
                return
            if self._last.result is not None or self._last.fault:
                self._ended = True
                self._child.join(1.0)


def _serve(pipe: Connection, work: Callable[..., bytes], arguments: tuple[str, ...]) -> None:
    """Do the work in the child, telling how far it is."""

    def progress(done: int, whole: int) -> bool:
        pipe.send_bytes(msgspec.msgpack.encode(_Line(share=done / max(whole, 1))))
        return True

    try:
        line = _Line(1.0, work(progress, *arguments))
    except Exception as error:  # the window must hear of it, whatever it was
        line = _Line(fault=str(error) or type(error).__name__)
    try:
        pipe.send_bytes(msgspec.msgpack.encode(line))
    except OSError:
        # The window has gone on: nobody waits for it.
        return


# --- what the window has done so ---------------------------------------------------------------


def result_work(journal: Path, viewer: str = "") -> ChildWork:
    """Begin to work out how a battle went; comes to a `Document` without pictures."""
    return ChildWork(_result, (str(journal), viewer), _document)


def report_work(journal: Path, out: Path, viewer: str = "") -> ChildWork:
    """Begin to write a battle's report; comes to the path of the page."""
    return ChildWork(_report, (str(journal), str(out), viewer), lambda data: Path(data.decode()))


def certificate_work(scene: Path, looker: str, target: str, out: Path, error: str) -> ChildWork:
    """Begin to write a certificate; comes to its path."""
    arguments = (str(scene), looker, target, str(out), error)
    return ChildWork(_certificate, arguments, lambda data: Path(data.decode()))


def what_if_work(scene: Path, looker: str, target: str) -> ChildWork:
    """Begin to search what would turn a verdict; comes to a `Document`."""
    return ChildWork(_what_if, (str(scene), looker, target), _document)


def _document(data: bytes) -> Document:
    return msgspec.msgpack.decode(data, type=Document)


def _result(progress: Progress, journal: str, viewer: str) -> bytes:
    from sim.cli.report import battle_of
    from sim.reports.battle import battle_document

    def each(done: int, whole: int) -> None:
        progress(done, whole)

    found, _ = battle_of(Path(journal), viewer=viewer, each=each)
    return msgspec.msgpack.encode(battle_document(found))


def _report(progress: Progress, journal: str, out: str, viewer: str) -> bytes:
    from sim.cli.report import make_report

    return str(make_report(Path(journal), Path(out), viewer=viewer, progress=progress)).encode()


def _certificate(
    progress: Progress, scene: str, looker: str, target: str, out: str, error: str
) -> bytes:
    from sim.cli.certify import write_certificate
    from sim.cli.common import open_table
    from sim.cli.judged_units import judge_named
    from sim.cli.measured_option import measured_of

    progress(1, 4)
    judged = judge_named(open_table(scene), looker, target, measured=measured_of(error), prove=True)
    progress(2, 4)
    write_certificate(judged, Path(out))
    return out.encode()


def _what_if(progress: Progress, scene: str, looker: str, target: str) -> bytes:
    from sim.cli.common import open_table
    from sim.cli.what_if import answer_of
    from sim.cli.what_if_telling import as_document

    progress(1, 4)
    return msgspec.msgpack.encode(as_document(answer_of(open_table(scene), looker, target)))
