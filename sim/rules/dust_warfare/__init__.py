"""Dust Warfare by the book: one module per chapter section."""
