"""The arrays of concave contacts, by concept; each field has its unit and its writer."""

from typing import Annotated

from rigida.collision.arrays import ShapePair
from rigida.distance_field.arrays import Children, Element, Sphere, Surface, Walk
from rigida.jit.records import At, Int32, Items, Record, Rows, Single
from rigida.jit.tables import Table
from rigida.math.vec3 import Mat3, Vec3

#: Most points kept, of a pair at rest and of one in motion, whose nearest points change.
KEPT, KEPT_IN_MOTION = 8, 16


class Solid(Record):
    """Properties of a solid, and the ranges of its items in the other arrays."""

    kind: int  # MESH, PLANE, … (`solids`)
    root: int  # of the hierarchy of triangles
    node: int  # root of the hierarchy of samples, −1 for none
    lower: int  # first value of the culling grid
    count: Annotated[Items[int], 3]  # nodes of that grid along x, y, z; 0 where there is none
    cell: int  # first entry of `start`
    exact: int  # 1: lists of triangles, 0: the grid itself is the distance
    origin: Vec3  # of the grid [m]
    inv_side: float  # one over the side of its cells [1/m]
    low: Vec3  # box [m]
    high: Vec3
    bounding_radius: float  # furthest point from the shape's origin [m]
    spacing: float  # at which edges are looked at [m]
    scale: float  # extent [m]
    parameter: Vec3  # three numbers of a primitive


class Solids(Table):
    """All shapes that can collide with a concave body; written when the scene is compiled."""

    solid: Rows[Solid]
    # all culling grids
    lower: Rows[Single]  # a number that the distance is not below [m]
    start: Rows[Int32]  # where the list of each cell begins
    listed: Rows[Int32]  # triangles that can be nearest in a cell
    # all surfaces, and their samples in the order of their hierarchies
    surface: Surface
    element: Rows[Element]
    name: Rows[Int32]
    node: Rows[Sphere]
    node_of: Rows[Children]


class Frame(Record):
    """A pose: places x of it are at rotation x + position."""

    rotation: Mat3
    position: Vec3  # [m]
    all: Annotated[Items[float], 12, At("rotation")]


class Drift(Record):
    """Relative motion of a body in a step: a point moves by displacement + turn × point (`drift`)."""

    displacement: Vec3  # of the origin [m]
    turn: Vec3  # [rad]


class ConcavePoint(Record):
    """A contact point of a concave pair."""

    separation: float  # [m]
    place: Vec3  # halfway between the surfaces [m]
    normal: Vec3  # from the first solid to the second
    difference: float  # from the points chosen before it


class EntryPoint(Record):
    """A contact point in the frame of the solid that contains it; used by `entry_side` to find the side of entry."""

    place: Vec3  # [m]
    gradient: Vec3
    distance: float  # [m]


class NearSample(Record):
    """A sample that can come near the other solid."""

    element: int
    begin: float  # of the part of an edge that is near [m]
    end: float
    due: float  # it is left alone until the bodies moved so far, less the margin [m]


class PairState(Record):
    """Data kept for a pair between steps."""

    listed: Frame  # of the first solid seen from the second, when the list was made
    seen: Frame  # and when the pair was last looked at
    margin: float  # of the list [m], −1 for none
    moved: float  # how far the bodies moved against each other since, in all [m]
    first: int  # samples of the first solid in the list
    both: int  # and of both


class PairMemory(Table):
    """Data kept for pairs between steps, and their contact points; written by pairs."""

    room: int  # of a pair's list
    state: Rows[PairState]
    near: Rows[NearSample]  # (room a pair)
    count: Rows[Int32]
    point: Rows[Annotated[Items[ConcavePoint], KEPT_IN_MOTION]]
    name: Rows[Annotated[Items[Int32], KEPT_IN_MOTION]]  # of a point, the same as long as it is at the same features
    entry: Rows[Annotated[Items[EntryPoint], KEPT_IN_MOTION]]


class PairUpdates(Table):
    """Pairs whose contact points are searched; written by the caller."""

    shapes: Rows[ShapePair]  # the one with the smaller reach first
    row: Rows[Int32]  # of persistent data
    margin: Rows[float]  # up to which separation points are looked for [m]
    slack: Rows[float]  # how far the bodies may move before a list of samples is rebuilt [m]
    near: Rows[float]  # within margin what comes no nearer than this is left out [m]
    drift: Rows[Drift]  # of the bodies against each other in the step
    limit: Rows[Int32]  # most points


class View(Record):
    """Samples of one solid of a pair seen from the other."""

    solid: int
    other: int  # whose samples are seen
    sign: float  # of its gradients, to point from the first solid to the second
    frame: Frame  # of the other solid
    world: Frame  # its own pose
    drift: Drift  # of the other's places, in its frame


class Search(Record):
    """Parameters of the search for the present pair."""

    row: int  # of persistent data
    last: int  # points remembered from the last step
    margin: float  # [m]
    near: float  # [m]


class Piece(Record):
    """Half of an edge piece while its near span is found [m]."""

    middle: float
    half: float


class Place(Record):
    """A local minimum of the distance on an edge."""

    distance: float  # [m]
    along: float  # along the edge [m]
    gradient: Vec3


class Hit(Record):
    """A place of a surface that is nearest to a ball."""

    distance: float  # signed, of the ball's center [m]
    gradient: Vec3
    place: Vec3  # [m]
    missing: float  # triangles that meet there and have not named it yet
    name: int


class Statistics(Record):
    """Counters since the start."""

    looked_at: int  # elements
    exact_points: int  # exact distances asked for at points
    edges: int  # looked at
    touched: int  # elements that touch
    lists: int  # made
    candidates: int
    points_kept: int


class ConcaveWork(Table):
    """Working rows of one thread."""

    walk: Walk  # through triangles
    tree: Walk  # through samples
    views: Rows[View]  # (2) how the second solid sees the first, and the first the second
    search: Rows[Search]  # (1)
    piece: Rows[Piece]
    place: Rows[Place]  # (2)
    hit: Rows[Hit]
    candidate: Rows[ConcavePoint]
    name: Rows[Int32]  # of the candidates
    statistics: Rows[Statistics]  # (1)
