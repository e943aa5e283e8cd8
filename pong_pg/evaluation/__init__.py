"""Playing without learning: evaluation, videos, and the pretrained weights."""
