"""Recording of episodes: statistics and videos, for the monitors and wrappers of every year."""
