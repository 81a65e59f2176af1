"""One question of sight between two miniatures, answered bit by bit: nothing waits for it.

The verdict, share and line are there at once; margin and cover come later, found in threads, and
are let go of when something else is asked.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field

from sim.engine.ports import CoverVerdict
from sim.engine.reasons import Reason
from sim.engine.sight_reasons import Names, sight_reason
from sim.errors import HulldownError
from sim.geometry.margin import Margin
from sim.table.facts import Facts, SightReport
from sim.table.live import LiveSight, LiveVerdict
from sim.table.live_margin import Margins
from sim.table.pieces import Stand
from sim.window.tools.judging import Judgement
from sim.words import say

__all__ = ["Asked", "Sights"]


@dataclass(eq=False)
class Asked:
    """What is known so far of what one miniature sees of another.

    Attributes
    ----------
    looker, target : (name, Stand)
    judgement : Judgement
    verdict : LiveVerdict
    back : bool
        Whether the target sees the looker.
    margin : Margin or None
        None while it is not known.
    cover : CoverVerdict or None
        None while it is not known, or where no book judges.
    waits_for_cover : bool
    deepened : bool
        Whether margin and cover are asked for.
    """

    looker: tuple[str, Stand]
    target: tuple[str, Stand]
    judgement: Judgement
    verdict: LiveVerdict
    back: bool
    margin: Margin | None = None
    cover: CoverVerdict | None = None
    waits_for_cover: bool = False
    deepened: bool = False
    _tree: tuple[tuple[bool, bool], tuple[Reason, ...]] | None = field(default=None, repr=False)

    @property
    def solids(self) -> tuple[Stand, ...]:
        """Whose bodies stand in the way as terrain does."""
        return _solids(self.judgement, self.looker[0], self.target[0])

    @property
    def state(self) -> str:
        """The look of its line: ``clear``, ``obscured`` or ``blocked``."""
        if not self.verdict.visible:
            return "blocked"
        return "clear" if self.verdict.share > 0.9995 else "obscured"

    def tree(self) -> tuple[Reason, ...]:
        """Return the reasons known so far: of the sight, then of the cover."""
        key = (self.margin is not None, self.cover is not None)
        if self._tree is None or self._tree[0] != key:
            self._tree = (key, self._told())
        return self._tree[1]

    def _told(self) -> tuple[Reason, ...]:
        facts = self.judgement.terms.facts
        report = SightReport(
            self.looker[1],
            self.target[1],
            self.solids,
            self.verdict.sight,
            self.margin or Margin(0.0, 0.0, 0, 0.0),
        )
        names = Names(
            self.looker[0],
            self.target[0],
            _called(self.judgement, self.looker[0], self.target[0]),
            _uncounted(facts, self.target[1]),
        )
        reason = sight_reason(report, names)
        children = tuple(
            child
            for child in reason.children
            if self.margin is not None or child.key.split(".")[1] != "margin"
        )
        cover = (self.cover.reason,) if self.cover is not None else ()
        return (*children, *cover)


def _solids(judgement: Judgement, *between: str) -> tuple[Stand, ...]:
    hiding = judgement.terms.hiding
    return tuple(stand for name, stand in hiding.items() if name not in between)


def _called(judgement: Judgement, *between: str) -> dict[str, str]:
    """Return the miniatures behind the model names under which hulls block."""
    names: dict[str, list[str]] = {}
    for name, stand in judgement.terms.hiding.items():
        if name not in between:
            names.setdefault(stand.model, []).append(name)
    return {model: say("sight.either").join(minis) for model, minis in names.items()}


def _uncounted(facts: Facts, target: Stand) -> tuple[str, ...]:
    model = facts.model(target)
    there = dict.fromkeys(part.name for part in model.body.parts)
    return tuple(name for name in there if name not in model.seen_parts)


class Sights:
    """Asks one question after the other.

    Parameters
    ----------
    tell : callable
        Called from a thread when something came in, so that a frame is drawn.
    """

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        self._margins: Margins | None = None
        self._pool: ThreadPoolExecutor | None = None
        self._cover: Future[CoverVerdict] | None = None
        self._live: tuple[Facts, LiveSight] | None = None
        self.asked: Asked | None = None

    def ask(
        self, looker: tuple[str, Stand], target: tuple[str, Stand], judgement: Judgement
    ) -> Asked:
        """Ask what one miniature sees of another; what was asked before is let go of."""
        self.drop()
        facts = judgement.terms.facts
        if self._live is None or self._live[0] is not facts:
            self._live = (facts, LiveSight(facts))
        live, solids = self._live[1], _solids(judgement, looker[0], target[0])
        verdict = live.look(looker[1], target[1], solids)
        back = live.sees(target[1], looker[1], solids)
        self.asked = Asked(looker, target, judgement, verdict, back)
        return self.asked

    def deepen(self) -> None:
        """Begin to find the margin and the cover of the question: it is one that stays."""
        asked = self.asked
        if asked is None or self._live is None or asked.deepened:
            return
        asked.deepened = True
        if self._margins is None:
            self._margins = Margins(tell=self._tell)
        question = self._live[1].question(asked.looker[1], asked.target[1], asked.solids)
        self._margins.ask(question)
        if asked.judgement.cover is not None:
            self._pool = self._pool or ThreadPoolExecutor(1, thread_name_prefix="cover")
            self._cover = self._pool.submit(asked.judgement.cover)
            self._cover.add_done_callback(lambda _: self._tell())
            asked.waits_for_cover = True

    def look(self) -> bool:
        """Take up what came in since; return whether something did."""
        asked, came = self.asked, False
        if asked is None:
            return False
        if asked.margin is None and self._margins is not None:
            asked.margin = self._margins.ready()
            came = asked.margin is not None
        if self._cover is not None and self._cover.done():
            asked.waits_for_cover = False
            if asked.cover is None and not self._cover.cancelled():
                came = self._take_cover(asked) or came
        return came

    def _take_cover(self, asked: Asked) -> bool:
        assert self._cover is not None
        try:
            asked.cover = self._cover.result()
        except (HulldownError, KeyError):
            # A miniature fell meanwhile: there is no cover to tell.
            self._cover = None
            return False
        return True

    @property
    def busy(self) -> bool:
        """Whether something is on its way."""
        waits = self._cover is not None and not self._cover.done()
        return waits or (self._margins is not None and self._margins.busy)

    def drop(self) -> None:
        """Let go of the question."""
        if self._margins is not None:
            self._margins.cancel()
        if self._cover is not None:
            self._cover.cancel()
        self.asked = self._cover = None

    def close(self) -> None:
        """Let go of everything, and end the threads."""
        self.drop()
        if self._margins is not None:
            self._margins.close()
            self._margins = None
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
