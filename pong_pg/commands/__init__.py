"""One module for each command of `pong-pg`: its options, and what it does with them."""
