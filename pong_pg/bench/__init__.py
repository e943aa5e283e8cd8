"""`pong-pg bench`: the speed of playing and training, compared with the raw emulator and the published example."""
