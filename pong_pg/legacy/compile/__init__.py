"""From the tree of an old file to the code that is executed."""
