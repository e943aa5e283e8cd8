"""Reads and writes files where anyone may have put some: in bounded time and memory, and without executing anything."""
