"""Errors of the translator."""

from rigida import errors

KEEPS_TYPE = "a variable keeps one type: use another name"


class Refused(errors.UsageError):
    """A kernel is written with something that cannot be translated; the message says where, what and what to write."""


class NotYetTypedError(Exception):
    """A variable is read in a loop before the line that gives it a type: the function is read once more."""
