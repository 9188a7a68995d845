"""What acts on an aircraft, part by part."""
