"""Dice and chips: what they look like, and how they move. The tray shows them."""

from sim.view.dice.solids import DICE, resting_turn, solid
from sim.view.dice.tumble import Poses, chip_poses, duration, tumble

__all__ = ["DICE", "Poses", "chip_poses", "duration", "resting_turn", "solid", "tumble"]
