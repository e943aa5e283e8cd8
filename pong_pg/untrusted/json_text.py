"""Parses JSON of any origin."""

from __future__ import annotations

import json
from typing import Any, NoReturn

# A value takes up to some 250 bytes of memory; each but the first of a list or object has a comma before it.
_MOST_VALUES = 500_000


def parse_json(text: str | bytes) -> Any:
    """Parse a JSON document.

    Raises:
        ValueError: it is no JSON, nested too deeply, or has too many values, NaN or Infinity.
    """
    decoded = text.decode() if isinstance(text, bytes) else text
    if decoded.count(",") + decoded.count("[") + decoded.count("{") > _MOST_VALUES:
        raise ValueError(f"it has more than {_MOST_VALUES} values")
    try:
        return json.loads(decoded, parse_constant=_refuse)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"it has {constant}, which is no number of JSON")
