"""Before the first turn: agreeing on terrain, setting up."""
