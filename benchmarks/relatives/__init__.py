"""Random relatives of textbook cases, by family; `benchmarks/relatives.py` runs them."""

from relatives import friction, impacts, momentum, scale, stiff, thresholds
from relatives.trial import RELATIVES

__all__ = ["RELATIVES", "friction", "impacts", "momentum", "scale", "stiff", "thresholds"]
