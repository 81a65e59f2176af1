"""The core of a battle in the window: driving, saving and replaying, without anything drawn."""
