"""`pong-pg compare`: the learning curves of several runs side by side."""
