"""Learning curves of several runs side by side."""
