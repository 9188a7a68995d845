"""The scene as the user describes it, and its files."""
