"""A small bounded memory for facts: what was asked once is not computed again."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

__all__ = ["Memo"]

V = TypeVar("V")


class Memo(Generic[V]):
    """Keeps the answers to the latest `size` questions or so.

    Full, it forgets the older half; what it forgot is computed again with the same answer, so
    nothing ever depends on it.
    """

    def __init__(self, size: int = 50_000) -> None:
        self.size = size
        self._kept: dict[Hashable, V] = {}

    def get(self, key: Hashable, make: Callable[[], V]) -> V:
        """Return the answer for `key`, made by `make` when it is not known."""
        kept = self._kept
        if key in kept:
            return kept[key]
        answer = make()
        if len(kept) >= self.size:
            for old in list(kept)[: self.size // 2]:
                del kept[old]
        kept[key] = answer
        return answer

    def peek(self, key: Hashable) -> V | None:
        """Return the answer for `key` when it is known."""
        return self._kept.get(key)

    def put(self, key: Hashable, answer: V) -> None:
        """Keep an answer that was computed elsewhere."""
        self.get(key, lambda: answer)

    def __len__(self) -> int:
        return len(self._kept)
