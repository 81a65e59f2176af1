"""What a combat group is made of."""
