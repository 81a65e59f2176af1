"""The opponent: it sees what a player sees and answers the same questions."""
