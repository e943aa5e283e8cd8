"""What a script says: its files parsed as either Python, and what in them is old."""
