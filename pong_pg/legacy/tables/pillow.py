"""What Pillow had: names of filters that Pillow 10 dropped."""

from __future__ import annotations

from pong_pg.legacy.tables.rows import Name


def _filter(name: str) -> Name:
    return Name(f"PIL.Image.{name}", f"PIL.Image:{name}")


# Full name -> the same filter today.
FILTERS: dict[str, Name] = {
    "PIL.Image.ANTIALIAS": _filter("LANCZOS"),
    "PIL.Image.CUBIC": _filter("BICUBIC"),
    "PIL.Image.LINEAR": _filter("BILINEAR"),
}

# All rows, for the report.
NAMES = FILTERS
