"""The design workshop: vehicles and teams, what may be built, what it costs, its record card."""
