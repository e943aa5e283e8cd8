"""What all algorithms share: environments, frames, seeds, results, metrics and progress."""
