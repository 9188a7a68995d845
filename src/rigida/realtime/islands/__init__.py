"""Islands: bodies that touch or are joined, and which solver takes them."""
