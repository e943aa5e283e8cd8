"""Makes a process run old scripts: the driver, a spawned child, a Ray worker."""
