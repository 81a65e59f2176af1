"""The game as a conversation in a terminal, for any game."""
