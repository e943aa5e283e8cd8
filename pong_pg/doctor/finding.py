"""The result of a check."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

# "limited": it works, but more slowly, for less, or not for long; "missing": it is not there; "broken": it is there,
# but doesn't work.
Status = Literal["ok", "limited", "missing", "broken"]


@dataclass(frozen=True)
class Finding:
    """What a check found.

    Attributes:
        status: "ok", "limited", "missing" or "broken".
        detail: one line, such as the version.
        advice: what to type or change where it is not "ok"; "" if there is nothing to do.
        values: numbers and texts for programs, under the check's own names; sizes are in bytes.
    """

    status: Status
    detail: str
    advice: str = ""
    values: dict[str, Any] = field(default_factory=dict)


def gigabytes(size: float) -> str:
    """Return a size in bytes as text, such as "1.5 GB" or "64 MB"."""
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{size / 1e6:.0f} MB"


def in_words(error: BaseException) -> str:
    """Return an error's type and message in one line."""
    return " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
