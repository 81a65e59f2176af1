"""The same answers given in a real window by the mouse alone or by keys alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tests.window.real import Real

__all__ = ["HANDS", "Hands", "Keys", "Mouse"]

#: No battle asks more between two things that a test waits for.
_MANY = 60


class Hands:
    """What both can do; `Mouse` never presses a key, `Keys` never points.

    Parameters
    ----------
    real : Real
    pictures : Path
        Where pictures of the steps go.
    """

    def __init__(self, real: Real, pictures: Path) -> None:
        self.real, self.pictures = real, pictures

    # --- the conversation --------------------------------------------------------------------

    def asked(self) -> str:
        """Wait until this person is asked; return what, as ``kind:name``."""
        real = self.real
        real.wait(lambda: real.facts.get("state") == "waiting" and real.facts.get("asker"))
        return ":".join(real.facts["question"].split(":")[:2])

    def given(self, answer: Callable[[], object]) -> None:
        """Answer, and wait until it is in the journal."""
        before = self.real.facts["entries"]
        answer()
        self.real.wait(lambda: self.real.facts.get("entries", 0) > before)

    def until(self, *wanted: str) -> str:
        """Answer anything until one of some questions is asked; return which."""
        for _ in range(_MANY):
            question = self.asked()
            if question in wanted:
                return question
            self.anything(question)
        raise AssertionError(f"never asked: {wanted}, but {self.real.facts}")

    def anything(self, question: str) -> None:
        """Answer the pending question in a sensible way."""
        kind = question.split(":")[0]
        if kind == "pick":
            free = self.real.facts["options"]
            self.pick(next((each for each in ("pass", "none", "keep") if each in free), free[0]))
        elif kind == "allocate":
            self.share_out()
        else:
            self.suggested()
            self.confirm()

    def shot(self, name: str) -> None:
        """Keep a picture of what is shown."""
        self.real.shot(self.pictures / f"{name}.png")

    def leader(self) -> tuple[str, list[float]]:
        """Return the first ghost of the plan and where it stands."""
        mini, pose = next(iter(self.real.facts["ghosts"].items()))
        return mini, pose

    # --- what each does its own way -----------------------------------------------------------

    def start(self, way: str) -> None:
        """Take a way on the start screen."""
        raise NotImplementedError

    def begin(self) -> None:
        """Begin the battle that is chosen."""
        raise NotImplementedError

    def at_once(self) -> None:
        """Have everything shown at once from now on."""
        raise NotImplementedError

    def pick(self, option: str) -> None:
        """Take an option."""
        raise NotImplementedError

    def share_out(self) -> None:
        """Give to the slots what there is to give, the first ones first, and confirm."""
        raise NotImplementedError

    def suggested(self) -> None:
        """Plan the first suggestion."""
        raise NotImplementedError

    def confirm(self) -> None:
        """Declare what is planned."""
        raise NotImplementedError

    def back(self) -> None:
        """Go back a sub-step."""
        raise NotImplementedError

    def undo(self) -> None:
        """Take the last answer back."""
        raise NotImplementedError

    def place_one_by_one(self) -> None:
        """Put the leader on the table by hand, and the others near him."""
        raise NotImplementedError

    def try_too_far(self) -> None:
        """Bring the leader where he may not go."""
        raise NotImplementedError

    def step_forward(self, inches: float, *, turn: bool = False) -> None:
        """Bring the leader so far ahead, towards the middle of the table; turned if wished."""
        raise NotImplementedError

    def give_each_one(self, slots: list[str]) -> None:
        """Give one to each slot."""
        raise NotImplementedError


class Mouse(Hands):
    """By the mouse alone."""

    def start(self, way: str) -> None:
        self.real.click(f"start/{way}")

    def begin(self) -> None:
        self.real.click("begin")

    def at_once(self) -> None:
        for speed in (2.0, 4.0, 0.0):
            self.real.click("speed")
            self.real.wait(lambda speed=speed: self.real.facts["speed"] == speed)

    def pick(self, option: str) -> None:
        self.given(lambda: self.real.click(f"prompt/option/{option}"))

    def share_out(self) -> None:
        real = self.real
        while real.facts["left"]:
            slot, left = self._open_slot(), real.facts["left"]
            real.click(f"prompt/plus/{slot}")
            real.wait(lambda left=left: real.facts["left"] < left)
        self.confirm()

    def _open_slot(self) -> str:
        facts = self.real.facts
        return next(slot for slot in facts["options"] if facts["draft"][slot] < facts["most"][slot])

    def suggested(self) -> None:
        self.real.click("prompt/suggestion/1")
        self.real.wait(lambda: self.real.facts["ghosts"])

    def confirm(self) -> None:
        self.given(lambda: self.real.click("prompt/confirm"))

    def back(self) -> None:
        self.real.click("prompt/back")

    def undo(self) -> None:
        self.real.click("undo")

    def place_one_by_one(self) -> None:
        real = self.real
        chip = real.facts["waiting"][0]
        # Where the program would put him is somewhere he may stand.
        self.suggested()
        _, pose = self.leader()
        self.back()
        real.wait(lambda: real.facts["waiting"])
        left, top = real.spot(f"prompt/shelf/{chip}")
        goal = real.pixel(_even(pose[0], pose[1]))
        real.drag((left, top), (left + 30, top - 60), (goal[0] + 20, goal[1]), goal)
        real.wait(lambda: chip in real.facts["ghosts"])
        real.click("prompt/rest")
        real.wait(lambda: not real.facts["waiting"])

    def try_too_far(self) -> None:
        mini = self.real.facts["movers"][0]
        x = self.real.facts["starts"][mini][0]
        middle = self.real.pixel(_even(x, 24))
        start = self.real.pixel(mini)
        half = ((start[0] + middle[0]) / 2, (start[1] + middle[1]) / 2)
        self.real.drag(start, half, middle)

    def step_forward(self, inches: float, *, turn: bool = False) -> None:
        real = self.real
        mini = real.facts["movers"][0]
        x, y, _ = real.facts["starts"][mini]
        near = real.pixel(_even(x, y))
        far = real.pixel(_even(x, y + (inches if y < 24 else -inches)))
        start = real.pixel(mini)
        goal = (start[0] + far[0] - near[0], start[1] + far[1] - near[1])
        real.drag(start, ((start[0] + goal[0]) / 2, (start[1] + goal[1]) / 2), goal, hold=True)
        if turn:
            real.wheel()
            real.wheel()
        real.button("mouseup")
        if real.facts["wrong"]:
            real.click("prompt/last_legal")

    def give_each_one(self, slots: list[str]) -> None:
        for slot in slots:
            self.real.click(f"prompt/plus/{slot}")
            self.real.wait(lambda slot=slot: self.real.facts["draft"][slot] == 1)


class Keys(Hands):
    """By keys alone."""

    def start(self, way: str) -> None:
        order = [name.removeprefix("start/") for name in self.real.places if "start/" in name]
        greyed = 0 if "continue" in order else 1
        self.real.press(str([*order].index(way) + 1 + greyed))

    def begin(self) -> None:
        self.real.press("space")

    def at_once(self) -> None:
        for speed in (2.0, 4.0, 0.0):
            self.real.press("f8")
            self.real.wait(lambda speed=speed: self.real.facts["speed"] == speed)

    def pick(self, option: str) -> None:
        place = self.real.facts["options"].index(option)
        if place < 9:
            self.given(lambda: self.real.press(str(place + 1)))
            return
        while self.real.facts["forward"] != option:
            self.real.press("tab")
        self.given(lambda: self.real.press("space"))

    def share_out(self) -> None:
        real = self.real
        for place, slot in enumerate(real.facts["options"]):
            real.press(str(place + 1))
            real.wait(lambda slot=slot: real.facts["chosen"] == slot)
            while real.facts["left"] and real.facts["draft"][slot] < real.facts["most"][slot]:
                left = real.facts["left"]
                real.press("=")
                real.wait(lambda left=left: real.facts["left"] < left)
        self.confirm()

    def suggested(self) -> None:
        self.real.wait(lambda: "prompt/suggestion/1" in self.real.places)
        self.real.press("1")
        self.real.wait(lambda: self.real.facts["ghosts"])

    def confirm(self) -> None:
        self.given(lambda: self.real.press("space"))

    def back(self) -> None:
        self.real.press("escape")

    def undo(self) -> None:
        self.real.press("ctrl+z")

    def place_one_by_one(self) -> None:
        self.suggested()
        mini, pose = self.leader()
        inward = 0.5 if pose[1] < 24 else -0.5
        self._nudge(mini, -inward)

    def _chosen(self) -> str:
        """Take the leader into the hand."""
        leader = self.real.facts["movers"][0]
        while self.real.facts["chosen"] != leader:
            self.real.press("tab")
        return leader

    def _nudge(self, mini: str, inches: float) -> None:
        """Nudge a figure along the table's depth by half an inch."""
        before = self._y(mini)
        self.real.press("arrow_up" if inches > 0 else "arrow_down")
        self.real.wait(lambda: self._y(mini) != before)

    def _y(self, mini: str) -> float:
        facts = self.real.facts
        found = facts["ghosts"].get(mini)
        return found[1] if found else facts["starts"][mini][1]

    def try_too_far(self) -> None:
        mini = self._chosen()
        y = self._y(mini)
        while not self.real.facts["wrong"]:
            self._nudge(mini, 0.5 if y < 24 else -0.5)

    def step_forward(self, inches: float, *, turn: bool = False) -> None:
        mini = self._chosen()
        y = self._y(mini)
        step = 0.5 if y < 24 else -0.5
        for _ in range(round(inches / 0.5)):
            self._nudge(mini, step)
            if self.real.facts["wrong"]:
                self._nudge(mini, -step)
                break
        if turn:
            self.real.press(",", ",")

    def give_each_one(self, slots: list[str]) -> None:
        for place, slot in enumerate(slots):
            self.real.press(str(place + 1), "=")
            self.real.wait(lambda slot=slot: self.real.facts["draft"][slot] == 1)


HANDS = {"mouse": Mouse, "keys": Keys}


def _even(x: float, y: float) -> str:
    """Return the name of the place nearest to a point whose pixel the program tells."""
    return f"@{round(x / 2) * 2},{round(y / 2) * 2}"
