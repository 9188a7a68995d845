"""The viewer in the browser, and recordings as self-contained pages."""
