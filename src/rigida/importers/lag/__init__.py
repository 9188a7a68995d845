"""LAG's set of files."""
