"""Movement: kinds of ground, what they cost whom, and what a unit's moves must keep to."""
