"""What stands where, and the geometric facts about it. No rule lives here."""
