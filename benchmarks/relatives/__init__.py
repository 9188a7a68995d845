"""Random relatives of textbook cases, by family; `benchmarks/relatives.py` runs them."""

from relatives import edges, friction, impacts, momentum, scale, slip, stiff, thresholds
from relatives.trial import RELATIVES

__all__ = ["RELATIVES", "edges", "friction", "impacts", "momentum", "scale", "slip", "stiff", "thresholds"]
