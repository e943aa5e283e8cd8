"""You against a network, in the terminal."""
