"""Forces on an aircraft, part by part."""
