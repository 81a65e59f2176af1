"""Photos on the screen: the ground of a table, and figures cut out of pictures."""
