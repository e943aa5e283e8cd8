"""Tables of names that Python and packages no longer have, one module a topic."""
