"""Many runs of a scene: sweeps over its values, ensembles, and starts that reach a goal.

A *plan* says what varies and how; every run of it is a picklable task that any executor of `concurrent.futures` can do
and that gives one row of a table. `sweep` makes the table, `optimize` looks for the row that reaches a goal.
"""
