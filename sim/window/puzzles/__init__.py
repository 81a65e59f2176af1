"""Can A see B? Close calls on a table, asked one after the other."""
