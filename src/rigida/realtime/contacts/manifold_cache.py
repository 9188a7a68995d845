"""Columns of contacts and of what is remembered of them, for kernels that take arrays (see `realtime.arrays`)."""

# Columns of a slot's manifold.
NORMAL = 0  # in a's frame
SURFACE = 3  # per point k, at 6 k: the point on a in a's frame, the point on b in b's frame
MANIFOLD_WIDTH = 27

# Columns of its levers, as they were in the world when the manifold was sought, in single precision as sub-steps take
# them: the normal; b's centre to a's; per point k, at 3 k, from a's centre.
WORLD_NORMAL, BETWEEN, ARM = 0, 3, 6
LEVER_WIDTH = 18

# Columns of its impulses.
IMPULSE = 0  # four normal impulses of a whole step, as they go on [N s]
LANDED = 4  # four normal impulses that took up an approach and do not go on [N s]
FRICTION = 8  # friction impulse on b, world (3)
SPIN = 11  # spinning friction about the normal [N m s]
ROLLING = 12  # rolling friction, world (3) [N m s]
IS_PATCH = 15  # 1 where the slot belongs to a patch of concave bodies
IMPULSE_WIDTH = 16

# Columns of how the bodies lay when the manifold was sought.
PLACE = 0  # position (3) of b seen from a, and its attitude (4)
MARGIN = 7  # up to which separation it was sought
STAMP = 8  # of a and of b
LOOK_WIDTH = 10


# Columns of a contact's row in the table of this step: normal, then the separations of four points, then the points.
SEPARATION, POINT = 3, 7
CONTACT_WIDTH = 19
# Columns of its whole numbers.
BODY_A, BODY_B, SLOT, COUNT = 0, 1, 2, 3
