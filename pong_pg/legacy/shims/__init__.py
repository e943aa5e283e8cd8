"""Modules that a script's own files get in place of the installed ones of the same names."""
