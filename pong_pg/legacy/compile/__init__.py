"""Turns the syntax tree of an old file into code that today's Python runs."""
