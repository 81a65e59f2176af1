"""Widgets over the table: the only room that knows the widget library.

`Ui` is the face: panels, buttons, fields, trees, tags over the table. Every widget has a name and
leaves its place behind, so that a test clicks where a person would. All lengths are points:
pixels at a UI scale of 1.
"""

from sim.view.ui.before import X_LIBRARY  # isort: split

from sim.view.ui.core import Box, Place
from sim.view.ui.face import Ui
from sim.view.ui.style import Ink

__all__ = ["X_LIBRARY", "Box", "Ink", "Place", "Ui"]
