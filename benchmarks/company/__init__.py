"""Families of scenes in which bodies move in company, each with an oracle of its own."""

from company import joints, rolling, sliding, spinning, striking, toppling
from company.trial import FAMILIES

__all__ = ["FAMILIES", "joints", "rolling", "sliding", "spinning", "striking", "toppling"]
