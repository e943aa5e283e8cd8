"""What this machine has and what works on it, found out by checks that each run in a process of their own."""
