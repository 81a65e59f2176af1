"""Documents written down: terminal now, pages later."""
