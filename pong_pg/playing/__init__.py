"""Two players: a network against a network, or against you."""
