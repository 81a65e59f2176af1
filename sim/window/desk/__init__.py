"""The sight desk: set a spot up, see who sees whom, and by how much."""
