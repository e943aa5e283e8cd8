"""Functions, classes and modules that the code of a rewritten script uses while it runs."""
