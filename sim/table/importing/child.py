"""The child process: takes orders line by line, answers in lines, and may be killed at any time."""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

import msgspec

from sim.errors import HulldownError
from sim.table.importing.limits import (
    MEMORY_GIB,
    READING_S,
    THREEMF_GIB,
    WHOLE_S,
    allow_memory,
    allow_time,
)
from sim.table.importing.orders import Order, Prepared, Refused, Reply, Told
from sim.table.importing.prepare import prepare

__all__ = ["main"]


def main() -> None:
    """Answer orders from standard input until it ends."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints does not reach the answers
    for line in sys.stdin.buffer:
        order = msgspec.json.decode(line, type=Order)
        answer = _answer(order, out)
        _write(out, answer)
        if isinstance(answer, Refused) and answer.key == "importing.memory":
            return  # torn memory is no place for the next file


def _answer(order: Order, out: BinaryIO) -> Prepared | Refused:
    gib = THREEMF_GIB if order.path.lower().endswith(".3mf") else MEMORY_GIB
    allow_memory(gib)
    allow_time(READING_S)

    def tell(stage: str) -> None:
        if stage == "examining":
            allow_time(WHOLE_S)
        _write(out, Told(stage))

    try:
        return prepare(order, tell)
    except HulldownError as error:
        return Refused(error.key, msgspec.to_builtins(error.params, enc_hook=str))
    except MemoryError:
        return Refused("importing.memory", {"file": order.name, "limit": gib})
    except Exception as error:  # a strange file may trip anything: one message, never a traceback
        return Refused("importing.unforeseen", {"file": order.name, "why": type(error).__name__})


def _write(out: BinaryIO, reply: Reply) -> None:
    out.write(msgspec.json.encode(reply) + b"\n")
    out.flush()


if __name__ == "__main__":
    main()
