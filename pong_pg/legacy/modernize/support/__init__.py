"""Functions that modernised files get copies of, where no expression of today has the old meaning.

A file gets what it uses, with the comments above it, the imports that it needs and the other functions that it calls,
so each is short, stands on its own and says in its docstring what of old it keeps.
"""
