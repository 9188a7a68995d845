"""Scenes from other programs' files, and scenes written as such files."""
