"""You against a network, in the terminal or a window."""
