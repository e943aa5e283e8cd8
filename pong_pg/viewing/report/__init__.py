"""`pong-pg report`: one self-contained page about runs.

`record` reads what a run has left, `play` plays its policy, and the other modules turn both into the page without
further side effects.
"""
