"""The modules that a script's own files get instead of those of today, each named after the one it stands for."""
