"""Direct fire: dice against dice, chits against armour, and what they do."""
