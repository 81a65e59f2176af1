"""The first battle: guided lessons on a real table, each ended by the thing being done."""
