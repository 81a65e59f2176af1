"""What is always at hand at a table: rulers, sight, the eye, rings, arcs, heat, rules, keys."""

from sim.window.tools.context import Arc, Context, PlainContext, Reach
from sim.window.tools.judging import AsItStood, Judge, Judgement
from sim.window.tools.tools import Tools

__all__ = ["Arc", "AsItStood", "Context", "Judge", "Judgement", "PlainContext", "Reach", "Tools"]
