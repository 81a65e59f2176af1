"""How much memory and time a strange file may take: set by the child process upon itself."""

from __future__ import annotations

import sys

__all__ = ["MEMORY_GIB", "READING_S", "THREEMF_GIB", "WHOLE_S", "allow_memory", "allow_time"]

#: Address space of the child, also for packages of half a million triangles.
MEMORY_GIB, THREEMF_GIB = 1.6, 2.2
#: Processor seconds to read a file, and to do all of the rest.
READING_S, WHOLE_S = 15, 120


def allow_memory(gib: float) -> None:
    """Let this process have so much address space, where the system can tell it so."""
    if sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = int(gib * 2**30)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))


def allow_time(seconds: int) -> None:
    """Let this process work so much longer; the system ends it then."""
    if sys.platform == "win32":
        return
    import resource

    own = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    until = int(own.ru_utime + own.ru_stime) + seconds + 1
    if hard != resource.RLIM_INFINITY:
        until = min(until, hard)
    resource.setrlimit(resource.RLIMIT_CPU, (until, hard))
