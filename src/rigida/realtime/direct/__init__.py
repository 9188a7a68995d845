"""The direct solver of small islands."""
