"""The atmosphere, wind and airfoils."""
