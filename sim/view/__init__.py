"""The table drawn: pictures and the window. The only room that imports Panda3D."""
