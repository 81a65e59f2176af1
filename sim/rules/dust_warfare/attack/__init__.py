"""Attacking: who sees whom, cover, dice, damage, the vehicle table, and the odds of it all."""
