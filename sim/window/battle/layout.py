"""Where everything of a battle page lies, in points, from small screens to large ones."""

from __future__ import annotations

from dataclasses import dataclass

from sim.view.ui import Box

__all__ = ["GAP", "NARROW", "TOP_HIGH", "Layout"]

#: Height of the bar at the top, and the gap between panels.
TOP_HIGH, GAP = 46.0, 8.0
#: Below this width the panels at the sides are narrow and folded at first.
NARROW = 1000.0
#: How high the bar at the bottom usually is: the camera keeps the table over it.
USUAL_PROMPT = 150.0


@dataclass(frozen=True)
class Layout:
    """The places of the panels.

    Parameters
    ----------
    size : (width, height)
        Of the window, points.
    prompt_high, log_high : float
        What the bar at the bottom and the log over it took in the last frame.
    """

    size: tuple[float, float]
    prompt_high: float = 90.0
    log_high: float = 0.0

    @property
    def narrow(self) -> bool:
        """Whether there is little room beside the table."""
        return self.size[0] < NARROW

    @property
    def side_wide(self) -> float:
        """Width of the panels at the sides."""
        return 210.0 if self.narrow else 262.0

    @property
    def card_wide(self) -> float:
        """Width of the card at the right."""
        return 220.0 if self.narrow else 300.0

    @property
    def bottom(self) -> float:
        """Where the bars at the bottom begin."""
        return self.size[1] - self.prompt_high - self.log_high - GAP

    @property
    def side_high(self) -> float:
        """How high the panels at the sides may be."""
        return max(80.0, self.bottom - TOP_HIGH - 2 * GAP)

    @property
    def prompt_most(self) -> float:
        """How high the bar at the bottom may grow."""
        return self.size[1] * (0.34 if self.log_high else 0.42)

    @property
    def log_most(self) -> float:
        """How high the unfolded log is."""
        return min(300.0, self.size[1] * 0.32)

    @property
    def free(self) -> Box:
        """The part of the table that no panel covers."""
        left = 0.0 if self.narrow else self.side_wide + 2 * GAP
        right = self.size[0] - (0.0 if self.narrow else self.card_wide + 2 * GAP)
        return (left, TOP_HIGH + GAP, right, self.bottom)

    @property
    def stage(self) -> Box:
        """The part in which the camera shows what it is brought to.

        It stays the same whatever is asked, and the card comes and goes over it.
        """
        bottom = self.size[1] - min(USUAL_PROMPT, self.size[1] * 0.25)
        return (self.free[0], TOP_HIGH + GAP, self.size[0] - GAP, bottom)

    @property
    def tray(self) -> Box:
        """Where the dice roll: at the right over the bar at the bottom."""
        wide = min(320.0, self.size[0] * 0.3)
        right = self.size[0] - GAP if self.narrow else self.size[0] - self.card_wide - 2 * GAP
        bottom = self.bottom - GAP
        return (right - wide, bottom - wide * 0.62, right, bottom)
