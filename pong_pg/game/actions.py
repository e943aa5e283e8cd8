"""The actions of Pong that the policies play, by their indices in Pong's minimal action set."""

from __future__ import annotations

STAY = 0
# RIGHT moves the paddle up, LEFT down.
UP = 2
DOWN = 3
