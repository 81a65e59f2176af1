"""What is always at hand at a table: rulers, sight, the eye, rings, arcs, heat, rules, keys."""
