"""The commands; the only room that knows every other and wires the ports."""
