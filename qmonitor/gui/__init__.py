"""The window: the only room with Qt in it."""
