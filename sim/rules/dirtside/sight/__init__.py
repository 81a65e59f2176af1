"""Sight, cover and arcs by the book."""
