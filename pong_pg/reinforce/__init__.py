"""REINFORCE (Williams 1992) as published in the example: the first algorithm."""
