"""Runs old scripts unchanged on today's packages: `runner` runs one, `shims` has the modules that it gets."""
