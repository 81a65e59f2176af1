"""Moving: terrain, the referee of paths, vehicles, overruns, and sensible ideas."""
