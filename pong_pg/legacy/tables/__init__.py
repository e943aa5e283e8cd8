"""What packages and languages of the past had: tables without code, one a topic."""
