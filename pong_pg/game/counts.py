"""Counted nouns: "1 game", "2 games"."""

from __future__ import annotations


def counted(count: float, noun: str, spec: str = "") -> str:
    """Return a number with its noun, such as "1 game" or "2 games".

    Args:
        count: how many.
        noun: in the singular, with what stands before it, such as "greedy game"; its plural ends in s.
        spec: how the number is formatted, such as ",".
    """
    return f"{count:{spec}} {noun}{'' if count == 1 else 's'}"
