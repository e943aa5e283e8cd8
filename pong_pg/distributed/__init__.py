"""Ray: start or attach to a cluster, and keep a fixed number of actors running."""
