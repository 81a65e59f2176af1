"""How one begins: the start screen, a new battle, settings, what can be looked at again."""
