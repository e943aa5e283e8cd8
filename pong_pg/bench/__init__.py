"""`pong-pg bench`: how fast this machine plays and learns, beside its raw emulator and the published example."""
