"""The turn: who acts, activations, and how they end."""
