"""How a battle ends: the result with what decided it, luck, and the report page."""
