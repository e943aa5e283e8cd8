"""Ray: starting or attaching to a cluster, and a fixed number of actors."""
