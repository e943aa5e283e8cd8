"""Names of the past, one table a topic, from which detection, report and behaviour follow."""
