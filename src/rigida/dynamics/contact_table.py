"""What a contact looks like to users: one row per point, the same for both engines."""

import numpy as np

#: body_a, body_b: rows of the bodies; point, normal (from a to b): world; separation [m]; impulse along the normal
#: [N s].
CONTACT = np.dtype(
    [
        ("body_a", np.int32),
        ("body_b", np.int32),
        ("point", np.float64, 3),
        ("normal", np.float64, 3),
        ("separation", np.float64),
        ("impulse", np.float64),
    ]
)
