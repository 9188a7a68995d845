"""The arrays of collision detection, by concept; each field has its unit and its writer.

Everything of one geometry is in its own frame unless said otherwise. a and b are the two shapes of a pair, normals
point from a to b, separations are negative in overlap.
"""

from typing import Annotated

from rigida.jit.records import At, Flag, Int32, Items, Record, Rows, as_array
from rigida.jit.tables import Table
from rigida.math.quat import Quat
from rigida.math.vec3 import Mat3, Vec3

#: Most points of a manifold that the narrow phase finds.
MOST_POINTS = 8


class Core(Record):
    """A convex geometry: a core with a radius, and the ranges of its vertices, faces and edges in the table."""

    kind: int  # BOX, POLYTOPE, … (`geometry.core`)
    vertex: int  # the first, and the one after the last; so for faces and edges
    vertex_end: int
    face: int
    face_end: int
    edge: int
    edge_end: int
    size: Vec3  # half extents; of a cylinder or cone radius and half height [m]; of a half-space its normal
    radius: float  # around the core [m]
    scale: float  # length by which errors are judged [m]


class Face(Record):
    """The plane of a face: normal · x = offset, the normal unit and outward."""

    normal: Vec3
    offset: float  # [m]


class Outline(Record):
    """The corners of a face: where they are in `loop`, and two words that mark them (`shapes.convex.corner_mark`)."""

    first: Int32
    end: Int32
    low: Int32
    high: Int32


class Edge(Record):
    """The two vertices of an edge and its two faces, −1 if a flat or thinner shape has none."""

    p: Int32
    q: Int32
    left: Int32
    right: Int32
    vertex: Annotated[Items[Int32], 2, At("p")]
    face: Annotated[Items[Int32], 2, At("left")]


class ConvexTable(Table):
    """All distinct convex geometries; written by shapes.convex when a scene is compiled or a query is made."""

    core: Rows[Core]
    vertex: Rows[Vec3]  # [m]
    face: Rows[Face]
    outline: Rows[Outline]  # of each face
    loop: Rows[Int32]  # vertices of faces, anticlockwise
    edge: Rows[Edge]

    @property
    def count(self) -> int:
        """Number of geometries."""
        return len(as_array(self.core))


class ShapePair(Record):
    """Two shapes near each other."""

    i: Int32
    j: Int32


class PlacedShapes(Table):
    """Shapes of bodies with their world poses, one per row; written by shapes.instances."""

    geometry: Rows[Int32]  # which of the different shapes it is
    position: Rows[Vec3]  # world [m]
    attitude: Rows[Quat]


class ShapesOnBodies(Table):
    """Poses of the shapes on their bodies, and their bounding boxes, a row each."""

    body: Rows[Int32]
    position: Rows[Vec3]  # in the body's principal frame [m]
    attitude: Rows[Quat]
    low: Rows[Vec3]  # world box [m]; written by shapes.instances
    high: Rows[Vec3]


class BodyPoses(Table):
    """Poses of the bodies, a row each; written by the engines."""

    center: Rows[Vec3]  # world [m]
    attitude: Rows[Quat]


class CorePair(Record):
    """Two geometries, and the pose of the second in the frame of the first."""

    a: int  # rows of `ConvexTable.core`
    b: int
    rotation: Mat3  # of b's frame in that of a
    position: Vec3  # of b's origin in the frame of a [m]


class Separation(Record):
    """Separation of two shapes, in the frame of a unless stated otherwise."""

    distance: float  # [m]
    normal: Vec3
    on_a: Vec3  # nearest points [m]
    on_b: Vec3


class SimplexPoint(Record):
    """A point of the difference a − b of two cores (`distance.simplex`)."""

    difference: Vec3  # on_a − on_b [m]
    on_a: Vec3  # [m]
    on_b: Vec3
    vertex_a: int  # rows of `ConvexTable.vertex`, −1 on curved cores
    vertex_b: int
    weight: float  # barycentric, after a reduction


class Curve(Record):
    """Directions n(θ) = middle + cos θ · cosine + sin θ · sine."""

    middle: Vec3
    cosine: Vec3
    sine: Vec3


class DistanceWork(Table):
    """Working rows of one thread for distances (`distance.work`)."""

    pair: Rows[CorePair]  # (2) the pair asked for, and moved aside
    simplex: Rows[SimplexPoint]  # (8) the last four and the last of all hold what a search goes back to
    found: Rows[Separation]  # (4) answers and the best direction so far
    curve: Rows[Curve]  # (1) that is searched


class SeparationPairs(Table):
    """Pairs of shapes whose separations are followed over time, a row each."""

    shapes: Rows[ShapePair]  # written by who asks
    simplex: Rows[SimplexPoint]  # (8 a pair) from the last call; this and what follows written by distance.separation
    count: Rows[Int32]  # points of it to start from, 0 at first
    found: Rows[Separation]


class NearestPoints(Record):
    """Two points of cores that were nearest to each other, each in its own frame [m]."""

    on_a: Vec3
    on_b: Vec3


class KeptDirection(Record):
    """Data kept for a pair between calls (`distance.near_separation`)."""

    direction: Vec3  # that separates most, in the frame of a
    point: Annotated[Items[NearestPoints], 3]


class FoundManifold(Record):
    """Contact manifold of two shapes that touch or nearly touch, in world coordinates."""

    normal: Vec3
    point: Annotated[Items[Vec3], MOST_POINTS]  # halfway between the surfaces [m]
    separation: Annotated[Items[float], MOST_POINTS]  # [m]
    feature: Annotated[Items[Int32], MOST_POINTS]  # ids that identify points over time


class ManifoldUpdates(Table):
    """Pairs whose manifolds are updated, and the results of the narrow phase, a row each."""

    # written by who asks
    shapes: Rows[ShapePair]
    entry: Rows[Int32]  # row of `kept` and `known`
    margin: Rows[float]  # up to which separation points are looked for [m]
    # written by the narrow phase
    kept: Rows[KeptDirection]
    known: Rows[Int32]  # as many as `kept`: 0 at first sight, then one more than points are remembered
    count: Rows[Int32]  # of points
    manifold: Rows[FoundManifold]


class Corner(Record):
    """A corner of a contact face, or a candidate for a contact point, seen along the normal."""

    place: Vec3  # u and v across the normal, w along it [m]
    separation: float  # of a candidate [m]
    gain: float  # what a candidate adds to those chosen before it
    line: int  # that follows a corner around a clipped polygon
    feature: int  # id of a candidate


class ContactFace(Record):
    """The face, edge or vertex of a core in contact with another core (`narrow.contact_face`)."""

    which: int  # face along the normal, counted within the core; UNKNOWN, or −1 for none
    lean: float  # cosine between its normal and that of the contact
    count: int  # corners: 1, written twice; 2; or those of a polygon
    part: int  # 0–255, by which feature ids name it


class BoxPoint(Record):
    """A contact point of two boxes."""

    place: Annotated[Items[float], 3]  # u, v and a free place; in the end x, y, z in the reference box [m]
    separation: float  # [m]
    feature: float


class BoxPair(Record):
    """Two boxes in the frame of the first, and the points found (`narrow.box_box`)."""

    turn: Annotated[Items[float], 9]  # axes of b in the frame of a: a matrix by rows
    offset: Annotated[Items[float], 6]  # center of b seen from a, of a seen from b [m]
    half: Annotated[Items[float], 6]  # half extents of a, of b [m]
    normal: Annotated[Items[float], 3]  # in the frame of the reference box
    point: Annotated[Items[BoxPoint], 17]  # rounding may report a corner twice, hence 16, not 8


class NarrowWork(Table):
    """Working rows of one thread for manifolds (`narrow.work`)."""

    distance: DistanceWork
    box: Rows[BoxPair]  # (1)
    face: Rows[ContactFace]  # (2) of a and b
    room: int  # corners in a section
    corner: Rows[Corner]  # (4 sections) faces of a and b, two polygons in turn
    basis: Rows[Mat3]  # (1) by rows: unit vectors of u, v and w
    height: Rows[float]  # how far each vertex of a polytope reaches [m]


class Motion(Record):
    """Motion of a body: constant velocity of its center, constant angular velocity about it, in world coordinates."""

    position: Vec3  # of the body frame at time 0 [m]
    attitude: Quat
    velocity: Vec3  # of the center [m/s]
    spin: Vec3  # angular velocity [rad/s]
    center: Vec3  # in the body frame [m]


class MovingPart(Record):
    """A part of a moving body, on its body and at the time reached; seen from the center of the first body."""

    row: int  # of `ConvexTable.core`
    place: Vec3  # in the body frame [m]
    turn: Quat
    radius: float  # of the core's furthest point, from the body's center [m]
    position: Vec3  # at the time reached [m]
    attitude: Quat
    arm: Vec3  # from the body's center to the part's origin [m]


class Approach(Record):
    """The gap between two moving parts along a direction, to second order in time (`queries.approach_bound`)."""

    normal: Vec3
    base: float  # between the centers, less the radii around the cores [m]
    rate: float  # [m/s]
    curvature: float  # [m/s²]


class AdvanceWork(Table):
    """Working rows for two moving parts; written by queries.first_contacts and advancement."""

    distance: DistanceWork
    motion: Rows[Motion]  # (2)
    part: Rows[MovingPart]  # (2)
    approach: Rows[Approach]  # (1)
    found: Rows[Separation]  # (2) in the world: at the time reached, and of the first contact


class ShapeNumbers(Record):
    """Two shapes of a set."""

    a: int
    b: int


class ContactSearch(Table):
    """Pairs of moving shapes whose first contacts are searched, a row each."""

    pair: Rows[ShapeNumbers]  # this, the next and the motions written by who asks
    first_part: Rows[int]  # (shapes + 1) of each shape, and the number of parts
    motion: Rows[Motion]  # of each shape
    status: Rows[int]  # this and what follows written by queries.first_contacts
    time: Rows[float]  # [s]
    found: Rows[Separation]  # in the world


class Parts(Table):
    """Parts of one or several shapes, those of the first shape first; written by shapes.shape_set."""

    row: Rows[int]  # of `ConvexTable.core`, −1 − m for mesh m
    position: Rows[Vec3]  # in the shape's frame, or where the shape is placed [m]
    attitude: Rows[Quat]
    bounding_radius: Rows[float]  # of the part's furthest point, from its own origin [m]


class Triangle(Record):
    """Three corners."""

    i: Int32
    j: Int32
    k: Int32


class TriangleRange(Record):
    """The triangles of a mesh."""

    first: int
    end: int


class Meshes(Table):
    """Concave meshes among the parts of shapes; written by shapes.shape_set."""

    corner: Rows[Vec3]  # [m]
    triangle: Rows[Triangle]
    range: Rows[TriangleRange]  # of each mesh


class PosePairs(Table):
    """Poses of two shapes whose separations are computed, a row each."""

    place_a: Rows[Vec3]  # world [m]; written by who asks
    turn_a: Rows[Quat]
    place_b: Rows[Vec3]
    turn_b: Rows[Quat]
    found: Rows[Separation]  # in the world; written by rigida.queries.distance


class PointsAsked(Table):
    """Points that are tested for containment in a shape, a row each."""

    point: Rows[Vec3]  # world [m]; written by who asks
    inside: Rows[Flag]  # written by queries.containment


class Ray(Record):
    """A ray in the world."""

    origin: Vec3  # [m]
    direction: Vec3  # unit
    limit: float  # how far it goes [m]


class RayHit(Record):
    """First intersection of a ray."""

    distance: float  # [m], infinite for a miss
    normal: Vec3


class Rays(Table):
    """Rays and their first hits."""

    ray: Rows[Ray]  # written by who asks
    part: Rows[int]  # −1 for a miss; this and the next written by rigida.queries.ray
    hit: Rows[RayHit]
