"""The precise engine: adaptive integration of the equations of motion, events located in time."""
