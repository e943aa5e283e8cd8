"""What the rewritten code of a script calls while it runs."""
