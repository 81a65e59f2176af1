"""People's own models: read in a child process under limits, examined, written as pieces."""
