"""Scene files: read, checked, built and written."""
