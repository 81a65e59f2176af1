"""What the opponent knows of Dust Warfare: worth, harm, plans, reactions, orders."""
