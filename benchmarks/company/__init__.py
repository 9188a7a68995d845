"""Families of scenes in which bodies move in company, each with an oracle of its own."""

from company import rolling, sliding, toppling
from company.trial import FAMILIES

__all__ = ["FAMILIES", "rolling", "sliding", "toppling"]
