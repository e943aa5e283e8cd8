"""Reads a script: parses its files as Python 3 or Python 2 and finds what in them is old."""
