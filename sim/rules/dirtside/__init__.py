"""Dirtside II: 6 mm science-fiction battles of armour, infantry and artillery."""
