"""Hostile model files by kind: packages, glTF, and plain ones."""
