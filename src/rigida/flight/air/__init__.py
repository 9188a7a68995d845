"""The air that aircraft fly in, and what airfoils make of it."""
