"""Game-free machinery: questions, match, record, neutral types and ports."""
