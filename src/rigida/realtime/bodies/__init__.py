"""Bodies of a step: refreshed, integrated, put to sleep."""
