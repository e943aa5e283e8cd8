"""An Atari 2600 with Pong in it, in C: what the Arcade Learning Environment plays, bit for bit."""
