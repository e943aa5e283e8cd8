"""A training run: its loop, its directory, its checkpoints and its display."""
