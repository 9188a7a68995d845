"""The sub-stepped solver of large islands, eight contacts wide."""
