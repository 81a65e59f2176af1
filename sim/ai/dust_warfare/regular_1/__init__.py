"""Version 1 of the regular opponent, frozen.

Its numbers are `style.REGULAR`, its code is this package with `sim.ai.formation` and
`sim.ai.budget`; `tests/ai/test_frozen.py` holds a digest of both, docstrings and comments aside,
so that "regular-1" stays the measure of whatever comes after it.

A better opponent is a new package `regular_2` beside this one: it may import from here what it
leaves as it is, and is entered in `sim.ai.regular` and `sim.ai.policies`, where ``regular`` then
names the new one. When a rule's face changes and this package must follow, the digest is taken
anew in the same commit, with the reason in its message; what it answers must not change.
"""
