"""The game turn: its phases, activations, reactions, and the state of mind of units."""
