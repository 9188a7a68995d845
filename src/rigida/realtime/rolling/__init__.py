"""Bodies that roll on one point of a smooth surface, such as coins on their rim."""
