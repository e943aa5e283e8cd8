"""`pong-pg modernize`: old scripts as plain modern Python, which runs without this package."""
