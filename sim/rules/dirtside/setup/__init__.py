"""Before the first turn: objectives, deployment, hidden units; and how a battle ends."""
