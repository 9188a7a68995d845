"""The table in which contacts are read, whichever engine made it."""

import numpy as np

#: One row per contact point. body_a, body_b: rows of the model; point: world [m]; normal: unit, from a to b;
#: separation: negative in overlap [m]; impulse: normal impulse on b over the step [N s]; friction: friction impulse
#: on b [N s], that of a pair of shapes shared out among its points.
CONTACT = np.dtype(
    [
        ("body_a", np.int32),
        ("body_b", np.int32),
        ("point", np.float64, 3),
        ("normal", np.float64, 3),
        ("separation", np.float64),
        ("impulse", np.float64),
        ("friction", np.float64, 3),
    ]
)
