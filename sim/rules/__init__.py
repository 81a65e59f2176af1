"""The rulebooks, one room each; they do not know each other."""
