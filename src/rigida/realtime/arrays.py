"""The arrays of a step, by concept: every field once, with its unit, who writes it, and how many rows there are.

Kernels take these tables (`jit.tables`); the objects that hold the arrays (`BodyRows`, `ContactSet`, `Islands`, …) make
them and assign an array that they replace. n bodies have rows 0 … n − 1; row n, where there is one, stands for the
unmoving world. Everything is in world coordinates unless said otherwise; a and b are the two bodies of a pair, normals
point from a to b, separations are negative in overlap.
"""

from typing import Annotated, Final

from rigida.collision.arrays import ShapePair as ShapePair
from rigida.dynamics.rows import InverseMass as InverseMass
from rigida.dynamics.rows import Twist as Twist
from rigida.dynamics.rows import Wrench
from rigida.jit.records import At, Int32, Items, Record, Rows
from rigida.jit.tables import Table
from rigida.math.quat import Quat
from rigida.math.vec3 import Mat3, SingleVec3, Vec3

#: Most points of a manifold.
POINTS = 4


class Surface(Record):
    """What a body's surface is like."""

    friction: float  # coefficient μ of what slides
    restitution: float  # 0 … 1
    rolling: float  # arm of rolling friction [m]
    spinning: float  # arm of spinning friction [m]
    larger: float  # 1 where the larger friction of a pair counts, not the geometric mean
    priority: float  # the surface with the higher one decides alone
    bounce_rule: float  # how restitutions combine, see `geometry.material`
    static_friction: float  # coefficient μ of what does not slide, no less


class Bodies(Table):
    """What moves, a row per body."""

    # what they are: written when the scene is compiled
    motion: Rows[Int32]  # (n) DYNAMIC, FIXED or KINEMATIC (`dynamics.model`)
    mass: Rows[float]  # (n) [kg]
    inv_mass: Rows[float]  # (n) [1/kg]
    inertia: Rows[Vec3]  # (n) principal moments [kg m²]
    inv_inertia: Rows[Vec3]  # (n) [1/(kg m²)]
    surface: Rows[Surface]  # (n)
    part_surface: Rows[Surface]  # (shapes) of those that have one of their own; written by contacts.contact_set
    length_scale: Rows[float]  # (n + 1) length that tolerances go by (`surfaces`) [m]
    gravity: Vec3  # [m/s²]
    # the state: written by bodies.integrate and articulated
    center: Rows[Vec3]  # (n) centre of mass [m]
    attitude: Rows[Quat]  # (n) of the principal axes
    velocity: Rows[Vec3]  # (n) of the centre [m/s]
    angular_momentum: Rows[Vec3]  # (n) about the centre [kg m²/s]
    angular_velocity: Rows[Vec3]  # (n) derived from it [rad/s]
    # who takes part: written by bodies.sleepers, the quarantine and articulated groups
    active: Rows[Int32]  # (n) 1 where impulses move a body
    awake: Rows[Int32]  # (n) 1 for those, and for bodies that a path moves
    jointed: Rows[Int32]  # (n) 1 where a body moves along joints, 2 if something may drive these
    inward: Rows[Int32]  # (n) its place in an order from the tips of trees of joints inward, −1 where it has none
    # within a step
    rotation: Rows[Mat3]  # (n + 1) of the principal axes; written by bodies.body_rows
    inverse: Rows[InverseMass]  # (n + 1) written by bodies.body_rows
    before: Rows[Twist]  # (n + 1) at the start of the step; written by bodies.integrate
    twist: Rows[Twist]  # (n + 1) with forces, then with impulses; written by bodies.integrate and the solvers
    moving: Rows[Twist]  # (n + 1) by which bodies of direct islands move; written by bodies.integrate and direct
    turning: Rows[Vec3]  # (n) change of angular velocity in the step without torque [rad/s]; by bodies.integrate
    at_end: Rows[Int32]  # (n) 1 where rotation and inverse are those predicted for the end of the step; corrector
    displacement: Rows[Twist]  # (n + 1) by which bodies of other islands moved; written by substeps


class Flight(Table):
    """Bodies that move as free tops in a step, a row per body; written by bodies.integrate."""

    still: Rows[Int32]  # (n) 0 for those that do
    velocity: Rows[Vec3]  # (n) by which they move [m/s]
    momentum: Rows[Vec3]  # (n) by which they turn [kg m²/s]


class Sleep(Table):
    """Who sleeps, a row per body; written by bodies.sleep."""

    bounding_radius: Rows[float]  # (n) of the body's farthest point, from its centre [m]
    weight: Rows[float]  # (n) [N]
    quiet: Rows[float]  # (n) how long it has been quiet [s]
    group: Rows[Int32]  # (n) who sleeps with whom, −1 awake
    pull: Rows[Wrench]  # (n) in the last step awake
    disturbed: Rows[Int32]  # (n) 1 for those that something wakes in this step


class Shapes(Table):
    """Shapes of the bodies, a row each; written when the scene is compiled but for the boxes."""

    body: Rows[Int32]
    bounding_radius: Rows[float]  # of the shape's farthest point, from its body's centre [m]; 0 for half-spaces
    room: Rows[float]  # half the margin in which others are watched [m]
    tolerance: Rows[float]  # how far a pair may move against each other before its manifold is updated [m]
    own: Rows[Int32]  # 1 where a shape has a surface of its own
    smooth: Rows[Int32]  # 1 where contact points move over the surface as it turns
    low: Rows[Vec3]  # box of this step; written by collision
    high: Rows[Vec3]
    swept_low: Rows[Vec3]  # box enlarged by the motion of the step; written by contacts.swept_boxes
    swept_high: Rows[Vec3]


class Pair(Record):
    """Whom a contact is between."""

    a: Int32
    b: Int32
    entry: Int32  # of the cache, that remembers it
    count: Int32  # of its points
    shape_a: Int32  # shapes with surfaces of their own, −1 where that of the body counts
    shape_b: Int32


class Manifold(Record):
    """Where two bodies touch, or nearly do, in this step."""

    normal: Vec3
    separation: Annotated[Items[float], POINTS]  # [m]
    point: Annotated[Items[Vec3], POINTS]  # halfway between the surfaces [m]


class SurfacePoint(Record):
    """A point of a manifold on the surfaces of both bodies."""

    on_a: Vec3  # in a's principal frame [m]
    on_b: Vec3  # in b's


class CachedManifold(Record):
    """A manifold in the frames of its bodies, as it was when it was updated."""

    normal: Vec3  # in a's principal frame
    point: Annotated[Items[SurfacePoint], POINTS]


class CachedArms(Record):
    """The same in the world at that time, in single precision as sub-steps take it."""

    normal: SingleVec3
    between: SingleVec3  # from b's centre to a's [m]
    arm: Annotated[Items[SingleVec3], POINTS]  # of each point, from a's centre [m]


class CachedPose(Record):
    """How the bodies lay when a manifold was updated."""

    position: Vec3  # of b seen from a, in a's principal frame [m]
    attitude: Quat  # of b seen from a
    margin: float  # up to which separation was looked for points [m]
    version_a: float  # of each body's pose: the same number as long as it hardly moved
    version_b: float


class Impulse(Record):
    """The impulses of a contact in the last step, which warm-start the next one."""

    normal: Annotated[Items[float], POINTS]  # [N s]
    impact: Annotated[Items[float], POINTS]  # took up an approach and do not warm-start [N s]
    friction: Vec3  # on b [N s]
    spin: float  # about the normal [N m s]
    rolling: Vec3  # on b [N m s]
    is_patch: float  # 1 where the entry belongs to a patch of concave bodies
    all: Annotated[Items[float], 15, At("normal")]  # all impulses


class Acted(Record):
    """What a contact did in the last step, or the last part of one, with all impacts, as vectors of the world."""

    push: Vec3  # its normal impulses on b, along the normal by which they acted [N s]
    friction: Vec3  # on b [N s]


class ContactCache(Table):
    """What is remembered of contacts between steps, a row per entry; a pair of shapes near each other owns one.

    The rows lie in tables of their own, because most passes over all contacts need only one of them.
    """

    count: Rows[Int32]  # points, −1 if never looked for; written by contacts.manifolds
    touched: Rows[Int32]  # 1 if the pair touched after the last step; written by contacts.pair_cache
    feature: Rows[Annotated[Items[Int32], POINTS]]  # of each point; written by contacts.manifolds
    pose: Rows[CachedPose]  # written by contacts.manifolds
    manifold: Rows[CachedManifold]  # written by contacts.manifolds
    arms: Rows[CachedArms]  # written by contacts.manifolds
    is_round: Rows[Int32]  # 1 where a shape is smooth, so that points move over it; written by contacts.manifolds
    load: Rows[float]  # normal impulse that warm-starts the whole step; written by contacts.pair_cache [N s]
    impulse: Rows[Impulse]  # written by the solvers
    acted: Rows[Acted]  # written by the solvers; of no meaning where no normal impulse is positive
    simplex_count: Rows[Int32]  # of GJK's last simplex; written by collision


class OldPoint(Record):
    """A point that a new manifold may continue."""

    place: Vec3  # on a [m]
    impulse: float  # normal [N s]
    feature: int


class Contacts(Table):
    """This step's contacts, a row each; there is room for more."""

    pair: Rows[Pair]  # written by contacts.manifolds
    manifold: Rows[Manifold]  # written by contacts.manifolds
    old: Rows[OldPoint]  # (4 a thread) of one manifold, while a new one is stored
    recycled: float  # part of the tolerances of shapes within which manifolds are recycled; written by world
    all_impacts: int  # 1 where steps are cut at every impact, 0 where only at those of elastic bodies
    cache: ContactCache


class ContactShift(Record):
    """How the geometry of a contact changes over the first half of a step, by a first solution of the step."""

    known: int  # 1 where it was found
    normal: Vec3  # half the change of the normal over the whole step
    on_a: Annotated[Items[Vec3], POINTS]  # half the change of the arms of its points, from both centres of mass [m]
    on_b: Annotated[Items[Vec3], POINTS]


class BodyPair(Record):
    """Two bodies; n is the world."""

    a: Int32
    b: Int32


class Event(Record):
    """Two bodies began, or ceased, to touch."""

    began: Int32
    a: Int32
    b: Int32


class Pairs(Table):
    """The pairs of shapes near each other in this step, sorted; there is room for more."""

    shapes: Rows[ShapePair]  # written by contacts.pair_cache
    entry: Rows[Int32]  # of the cache; written by contacts.pair_cache
    pushed: Rows[Int32]  # per entry: 1 if it carries an impulse; written by contacts.pair_cache
    event: Rows[Event]  # written by contacts.pair_cache
    # while pairs are matched
    new_entry: Rows[Int32]
    free: Rows[Int32]  # unused entries
    ended: Rows[Int32]  # pairs of the last step that are gone
    ceased: Rows[BodyPair]  # bodies of those that had touched


class PoseVersion(Record):
    """A number that stays the same as long as a body hardly moves."""

    position: Vec3  # of the centre when the number was given [m]
    attitude: Quat
    number: float
    speed: float  # highest of the body's points in this step [m/s]


class PoseVersions(Table):
    """A row per body."""

    same: float  # by how much a pose may change and keep its number [m]
    bounding_radius: Rows[float]  # of the body's farthest point, from its centre [m]
    version: Rows[PoseVersion]  # written by contacts.manifolds


class BackOff(Record):
    """How long the island of a body is left to the sub-steps."""

    remaining: Int32  # steps still to wait
    length: Int32  # of the last wait [steps]


class Islands(Table):
    """Bodies that touch or are joined: island k holds body[body_start[k]] … and contact[contact_start[k]] …

    Rows for n bodies and as many islands; both starts end with the totals.
    """

    joined: Rows[BodyPair]  # pairs that joints hold together; written by articulated groups
    sequence: Rows[Int32]  # (n) bodies in the order in which islands take them
    of_body: Rows[Int32]  # (n) island of each body, −1 for one that touches nothing or cannot be moved
    body: Rows[Int32]  # (n) bodies by island
    body_start: Rows[Int32]  # (n + 1)
    contact: Rows[Int32]  # contacts that may act, by island, and as much room again to sort them
    contact_start: Rows[Int32]  # (n + 1)
    method: Rows[Int32]  # (n) 1 where an island was solved directly, 0 where it is left; written by direct
    again: Rows[Int32]  # (n) 1 where an island is solved a second time, at the midpoint; written by the corrector
    parent: Rows[Int32]  # (n) while islands are built: towards the first body of the same island
    in_motion: Rows[Int32]  # (n) while islands are built: 1 at the first body of one with a body in motion


class JointSide(Record):
    """A row of a Jacobian: the linear and angular part of one body."""

    linear: Vec3
    angular: Vec3
    all: Annotated[Items[float], 6, At("linear")]


class JointRow(Record):
    """One equation or inequality between two bodies or more, J v + bias + softness · λ = 0 with low ≤ λ ≤ high."""

    a: JointSide  # J
    b: JointSide
    inverse_k: float  # 1/(J M⁻¹ Jᵀ), zero for a row that moves nothing
    rotor: float  # inertia of the rotors that a coupling turns besides, zero for other rows [kg, kg m²]
    bias: float  # [m/s, rad/s]
    push: float  # a bias that moves bodies but is not kept as velocity
    softness: float
    low: float  # bounds of the impulse [N s, N m s]
    high: float
    impulse: float  # λ
    weight: float  # in the matrix of a direct solve, zero if inactive
    change: float  # of the impulse that a direct solve wants
    search: float  # direction of the last round of such solves (`direct.conjugate`)
    best: float  # impulse of the round nearest to the laws, and before bodies are pushed apart (`direct.descent`)
    kept: float


#: Part of rows that belong to no joint: stiff forces.
NO_PART: Final = -(2**31)
#: In place of the equation of such rows: of a force that is taken at the end of the step, and of the further bodies of
#: the row before it.
STIFF_ROW: Final = 1
GOES_ON: Final = 2


class JointRowOf(Record):
    """Both bodies of a joint row, and the part and equation that it came from."""

    a: Int32
    b: Int32
    part: Int32  # −1 − c for a limit, a motor or a spring along coordinate c, NO_PART for a force
    equation: Int32
    more: Int32  # how many of the rows after it hold further bodies of the same equation


class JointRows(Table):
    """The joint rows of a step; those of island k are order[start[k]] …"""

    row: Rows[JointRow]  # written by direct.joint_rows and articulated.limits
    of: Rows[JointRowOf]  # written by direct.joint_rows and articulated.limits
    order: Rows[Int32]  # written by direct.joint_rows
    start: Rows[Int32]  # (n + 1) written by direct.joint_rows
