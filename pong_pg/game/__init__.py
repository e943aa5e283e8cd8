"""What every algorithm plays: environments, frames, seeds, results and progress."""
