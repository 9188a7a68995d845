"""Three-vectors and 3×3 matrices as values, for kernels.

`Vec3` has + − × ÷ and unary −; `Mat3` and `Sym3` turn one by `@`, and `v @ m` is mᵀ v. Components are floats or
`Lanes`, so one formula serves one body or eight. A value lives in registers and is never changed: a new one is made.
Every operation rounds as the same formula written out by components does (see `jit.values`).
"""

from typing import Annotated

from rigida.jit.values import formula, square_root, value


@value
class Vec3:
    """A vector of three numbers."""

    x: float
    y: float
    z: float

    def __add__(self, other: "Vec3") -> "Vec3":
        return Vec3(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other: "Vec3") -> "Vec3":
        return Vec3(self.x - other.x, self.y - other.y, self.z - other.z)

    def __neg__(self) -> "Vec3":
        return Vec3(-self.x, -self.y, -self.z)

    def __mul__(self, factor: float) -> "Vec3":
        return Vec3(self.x * factor, self.y * factor, self.z * factor)

    def __rmul__(self, factor: float) -> "Vec3":
        return Vec3(factor * self.x, factor * self.y, factor * self.z)

    def __truediv__(self, divisor: float) -> "Vec3":
        return Vec3(self.x / divisor, self.y / divisor, self.z / divisor)

    def __matmul__(self, m: "Mat3") -> "Vec3":
        """Return mᵀ v."""
        return Vec3(
            m.xx * self.x + m.yx * self.y + m.zx * self.z,
            m.xy * self.x + m.yy * self.y + m.zy * self.z,
            m.xz * self.x + m.yz * self.y + m.zz * self.z,
        )


@value
class Mat3:
    """A 3×3 matrix by rows."""

    xx: float
    xy: float
    xz: float
    yx: float
    yy: float
    yz: float
    zx: float
    zy: float
    zz: float

    def __matmul__(self, v: Vec3) -> Vec3:
        return Vec3(
            self.xx * v.x + self.xy * v.y + self.xz * v.z,
            self.yx * v.x + self.yy * v.y + self.yz * v.z,
            self.zx * v.x + self.zy * v.y + self.zz * v.z,
        )


@value
class Sym3:
    """A symmetric 3×3 matrix: its upper triangle by rows."""

    xx: float
    xy: float
    xz: float
    yy: float
    yz: float
    zz: float

    def __matmul__(self, v: Vec3) -> Vec3:
        return Vec3(
            self.xx * v.x + self.xy * v.y + self.xz * v.z,
            self.xy * v.x + self.yy * v.y + self.yz * v.z,
            self.xz * v.x + self.yz * v.y + self.zz * v.z,
        )


@value
class Sym2:
    """A symmetric 2×2 matrix."""

    xx: float
    xy: float
    yy: float


# The same in the fields of records, stored in single precision, or of eight lanes in single or double precision.
SingleVec3 = Annotated[Vec3, "f4"]
SingleSym3 = Annotated[Sym3, "f4"]
WideVec3 = Annotated[Vec3, "8f4"]
WideMat3 = Annotated[Mat3, "8f4"]
WideSym3 = Annotated[Sym3, "8f4"]
WideSym2 = Annotated[Sym2, "8f4"]
WideDoubleVec3 = Annotated[Vec3, "8f8"]
WideDoubleMat3 = Annotated[Mat3, "8f8"]
WideDoubleSym3 = Annotated[Sym3, "8f8"]


@formula
def dot(a: Vec3, b: Vec3) -> float:
    """Return a · b."""
    return a.x * b.x + a.y * b.y + a.z * b.z


@formula
def plus_dot(s: float, a: Vec3, b: Vec3) -> float:
    """Return s + a · b, added up from the left."""
    return s + a.x * b.x + a.y * b.y + a.z * b.z


@formula
def minus_dot(s: float, a: Vec3, b: Vec3) -> float:
    """Return s − a · b, subtracted from the left."""
    return s - a.x * b.x - a.y * b.y - a.z * b.z


@formula
def cross(a: Vec3, b: Vec3) -> Vec3:
    """Return a × b."""
    return Vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)


@formula
def plus_cross(s: Vec3, a: Vec3, b: Vec3) -> Vec3:
    """Return s + a × b, added up from the left: the velocity at an arm b from a point with twist s, a."""
    return Vec3(s.x + a.y * b.z - a.z * b.y, s.y + a.z * b.x - a.x * b.z, s.z + a.x * b.y - a.y * b.x)


@formula
def minus_cross(s: Vec3, a: Vec3, b: Vec3) -> Vec3:
    """Return s − a × b, subtracted from the left."""
    return Vec3(s.x - a.y * b.z + a.z * b.y, s.y - a.z * b.x + a.x * b.z, s.z - a.x * b.y + a.y * b.x)


@formula
def square(v: Vec3) -> float:
    """Return v · v."""
    return v.x * v.x + v.y * v.y + v.z * v.z


@formula
def norm(v: Vec3) -> float:
    """Return |v|."""
    return square_root(v.x * v.x + v.y * v.y + v.z * v.z)


@formula
def by_components(a: Vec3, b: Vec3) -> Vec3:
    """Return the products of the components of a and b: a diagonal matrix times a vector."""
    return Vec3(a.x * b.x, a.y * b.y, a.z * b.z)


@formula
def turned_diagonal(r: Mat3, d: Vec3) -> Sym3:
    """Return R diag(d) Rᵀ: principal moments as a tensor in the world."""
    return Sym3(
        r.xx * r.xx * d.x + r.xy * r.xy * d.y + r.xz * r.xz * d.z,
        r.xx * r.yx * d.x + r.xy * r.yy * d.y + r.xz * r.yz * d.z,
        r.xx * r.zx * d.x + r.xy * r.zy * d.y + r.xz * r.zz * d.z,
        r.yx * r.yx * d.x + r.yy * r.yy * d.y + r.yz * r.yz * d.z,
        r.yx * r.zx * d.x + r.yy * r.zy * d.y + r.yz * r.zz * d.z,
        r.zx * r.zx * d.x + r.zy * r.zy * d.y + r.zz * r.zz * d.z,
    )
