"""Lines from a pipe while a window draws its frames."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from typing import TextIO

import pytest

from sim.cli.text.lines import EndOfInput, StandardInput


class Piped:
    """A pipe in the place of standard input."""

    def __init__(self) -> None:
        read, self.write_end = os.pipe()
        self.stream: TextIO = os.fdopen(read)

    def type(self, text: str) -> None:
        os.write(self.write_end, text.encode())

    def close(self) -> None:
        os.close(self.write_end)


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch) -> Iterator[Piped]:
    pipe = Piped()
    monkeypatch.setattr("sys.stdin", pipe.stream)
    yield pipe
    pipe.stream.close()


def test_lines_that_came_at_once_are_given_one_by_one_and_echoed(piped, capsys):
    piped.type("plan\nforward 4\r\nlast")
    piped.close()
    lines = StandardInput(lambda: True)
    assert [lines.read("> ") for _ in range(3)] == ["plan", "forward 4", "last"]
    with pytest.raises(EndOfInput):
        lines.read("> ")
    assert capsys.readouterr().out.splitlines()[:3] == ["> plan", "> forward 4", "> last"]


def test_frames_are_drawn_until_a_line_is_there(piped):
    frames: list[int] = []

    def idle() -> bool:
        frames.append(1)
        if len(frames) == 3:
            piped.type("go\n")
        return True

    assert StandardInput(idle).read("> ") == "go"
    assert len(frames) >= 3
    piped.close()


def test_a_closed_window_ends_the_input(piped):
    with pytest.raises(EndOfInput):
        StandardInput(lambda: False).read("> ")
    piped.close()


def test_without_a_window_the_end_of_the_pipe_ends_the_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("pass\n"))
    lines = StandardInput()
    assert lines.read("> ") == "pass"
    with pytest.raises(EndOfInput):
        lines.read("> ")


def test_words_are_completed_from_their_beginning():
    lines = StandardInput.__new__(StandardInput)
    lines.offer(["rangers/1", "rangers/2", "rally", "wall", "rally"])
    found: list[str] = []
    while (word := lines._completed("ra", len(found))) is not None:
        found.append(word)
    assert found == ["rally", "rangers/1", "rangers/2"]
