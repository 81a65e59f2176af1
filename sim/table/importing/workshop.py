"""The parent's side: hands strange files to a child process and reports what became of them."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

import msgspec

import sim
from sim.errors import HulldownError
from sim.table.importing.limits import READING_S
from sim.table.importing.orders import Order, Prepared, Refused, Reply, Told

__all__ = ["Workshop"]

#: Seconds by the clock after which a child is given up, whatever the system's own limits do.
GIVEN_UP_S = 300.0


class Workshop:
    """A child process that reads files, replaced whenever one of them brings it down.

    Use it as a context manager. One child serves file after file.
    """

    def __init__(self) -> None:
        self._child: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Workshop:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the child."""
        child, self._child = self._child, None
        if child is None:
            return
        if child.poll() is None:
            child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout):
            if pipe is not None:
                # An order that a dead child never took is still in the pipe.
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()

    @property
    def process_id(self) -> int:
        """Number of the child process; 0 when there is none."""
        return 0 if self._child is None else self._child.pid

    def prepare(self, order: Order, tell: Callable[[str], None] = lambda _: None) -> Prepared:
        """Return what the child made of a file; what it wrote lies in the order's scratch folder.

        Parameters
        ----------
        tell : function
            Called with each stage's name as it begins.

        Raises
        ------
        HulldownError
            When the file is refused, needs too much memory or time, or brings the child down.
        """
        child = self._child if self._child is not None else self._start()
        assert child.stdin is not None
        alarm = threading.Timer(GIVEN_UP_S, child.kill)
        alarm.start()
        try:
            child.stdin.write(msgspec.json.encode(order) + b"\n")
            child.stdin.flush()
            answer = self._answer(child, tell)
        except BrokenPipeError:
            answer = None
        finally:
            alarm.cancel()
        if isinstance(answer, Prepared):
            return answer
        if isinstance(answer, Refused):
            if answer.key == "importing.memory":
                self.close()
            raise HulldownError(answer.key, **answer.params)
        raise self._fallen(child, order)

    def _answer(
        self, child: subprocess.Popen[bytes], tell: Callable[[str], None]
    ) -> Prepared | Refused | None:
        assert child.stdout is not None
        for line in child.stdout:
            reply = msgspec.json.decode(line, type=Reply)
            if not isinstance(reply, Told):
                return reply
            tell(reply.stage)
        return None

    def _fallen(self, child: subprocess.Popen[bytes], order: Order) -> HulldownError:
        """Return what to say of a child that ended without an answer."""
        code = child.wait()
        self.close()
        too_long = (-getattr(signal, "SIGXCPU", 0), -signal.SIGKILL if os.name == "posix" else 1)
        if code in too_long:
            return HulldownError("importing.too_long", file=order.name, limit=READING_S)
        return HulldownError("importing.died", file=order.name)

    def _start(self) -> subprocess.Popen[bytes]:
        home = str(Path(sim.__file__).resolve().parent.parent)
        places = [home, *filter(None, [os.environ.get("PYTHONPATH")])]
        one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1")
        self._child = subprocess.Popen(
            [sys.executable, "-m", "sim.table.importing.child"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **one, "PYTHONPATH": os.pathsep.join(places)},
        )
        return self._child
