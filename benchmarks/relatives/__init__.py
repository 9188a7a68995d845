"""Random relatives of textbook cases, by family; `benchmarks/relatives.py` runs them."""

from relatives import friction as friction
from relatives import impacts as impacts
from relatives import thresholds as thresholds
from relatives.trial import RELATIVES as RELATIVES
