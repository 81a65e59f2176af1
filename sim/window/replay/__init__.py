"""Looking at a recorded game again."""
