"""The table in which contacts are read, whichever engine made it."""

import numpy as np

#: What `queries.contact_features` enters.
DESCRIBED = [
    ("kind", np.int8),
    *((f"{what}_{side}", kind) for side in "ab" for what, kind in (("feature", np.int8), ("index", np.int32))),
]
#: One row per contact point. body_a, body_b: rows of the model; point: world [m]; normal: unit, from a to b;
#: separation: negative in overlap [m]; impulse: normal impulse on b over the step [N s]; friction: friction impulse
#: on b [N s], that of a pair of shapes shared out among its points; kind: a `ContactKind`; feature_a, feature_b: a
#: `Feature` of each body's shape, index_a, index_b: which vertex, edge or face, −1 on a curved surface.
CONTACT = np.dtype(
    [
        ("body_a", np.int32),
        ("body_b", np.int32),
        ("point", np.float64, 3),
        ("normal", np.float64, 3),
        ("separation", np.float64),
        ("impulse", np.float64),
        ("friction", np.float64, 3),
        *DESCRIBED,
    ]
)
