"""What functions of the standard library did in Python 2, which they still have by the same name."""

from __future__ import annotations

import argparse
import math
import re
from typing import Any


def floor_as_float(x: Any) -> float:
    """Return `math.floor(x)` as a float, as Python 2 did."""
    return math.copysign(math.floor(x), x) if math.isfinite(x) else x


def ceil_as_float(x: Any) -> float:
    """Return `math.ceil(x)` as a float, as Python 2 did."""
    return math.copysign(math.ceil(x), x) if math.isfinite(x) else x


def in_order_of_names(options: Any) -> argparse.Namespace:
    """Return the options of a command line in the order of their names, in which Python 2 printed them."""
    return argparse.Namespace(**dict(sorted(vars(options).items())))


def translate(text: str, table: Any, deletions: str) -> str:
    """Replace the characters of a text by a table, without those that are deleted, as Python 2's method did."""
    kept = "".join(character for character in text if character not in deletions)
    return kept if table is None else kept.translate(table)


def split_at_matches(pattern: Any, text: str, maxsplit: int = 0, flags: int = 0) -> list[Any]:
    """Split a text at the matches of a pattern, but for those of the empty string, as Python 2's `re.split` did."""
    parts: list[Any] = []
    start = 0
    for match in re.finditer(pattern, text, flags):
        if match.group():
            parts += [text[start : match.start()], *match.groups()]
            start = match.end()
            maxsplit -= 1
            if maxsplit == 0:
                break
    return [*parts, text[start:]]
