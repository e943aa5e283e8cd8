"""Reads files that may come from anyone: in bounded time and memory, and without executing anything."""
