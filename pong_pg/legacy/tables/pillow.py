"""What Pillow had: names of filters that Pillow 10 dropped."""

from __future__ import annotations

# Full name -> the name of the same filter today.
FILTERS = {
    "PIL.Image.ANTIALIAS": "LANCZOS",
    "PIL.Image.CUBIC": "BICUBIC",
    "PIL.Image.LINEAR": "BILINEAR",
}
