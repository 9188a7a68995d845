"""The coefficients of a wing's section, as a value that kernels add up."""

from rigida.jit.values import value


@value
class Coefficients:
    """Lift, drag, moment, and the part of the flow that is attached (0 to 1)."""

    lift: float
    drag: float
    moment: float
    attached: float

    def __add__(self, other: "Coefficients") -> "Coefficients":
        return Coefficients(
            self.lift + other.lift,
            self.drag + other.drag,
            self.moment + other.moment,
            self.attached + other.attached,
        )

    def __rmul__(self, factor: float) -> "Coefficients":
        return Coefficients(factor * self.lift, factor * self.drag, factor * self.moment, factor * self.attached)
