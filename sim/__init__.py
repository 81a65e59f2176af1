"""Hulldown: a 3D tabletop for miniature wargames that knows its geometry."""

__version__ = "0.1.0"
