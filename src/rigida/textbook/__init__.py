"""Textbook experiments whose outcome is known, for both engines: `rigida validate --engine realtime` runs them."""

from rigida.textbook import impacts, motion, rolling, sliding, standing
from rigida.textbook.case import TEXTBOOK as TEXTBOOK

__all__ = ["TEXTBOOK", "impacts", "motion", "rolling", "sliding", "standing"]
