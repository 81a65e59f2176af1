"""Where the frozen opponents look for `Formation`: it lives in the engine, people drag it, too."""

from sim.engine.formation import Formation, formation_to

__all__ = ["Formation", "formation_to"]
