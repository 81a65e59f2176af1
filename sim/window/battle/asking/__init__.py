"""How each kind of question is answered by hand: one asker a kind."""
