"""Random relatives of textbook cases, by family; `benchmarks/relatives.py` runs them."""

from relatives import friction as friction
from relatives.trial import RELATIVES as RELATIVES
