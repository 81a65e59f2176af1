"""Exact odds: what a draw or a shot does, by enumeration, never by sampling."""
