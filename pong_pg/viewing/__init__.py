"""Things to look at: live games, videos, pictures and reports."""
