"""The realtime engine: fixed steps, impulses, contacts of thousands of bodies."""
