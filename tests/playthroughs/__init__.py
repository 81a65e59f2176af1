"""Recorded games as readable text: a person reads the diff when rules change.

``python -m tests.playthroughs.refresh [--retell] [NAME...]`` plays them anew and writes them,
``python -m tests.playthroughs.check`` replays every one and compares, under any hash seed.
"""
