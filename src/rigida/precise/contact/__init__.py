"""Contacts in the precise engine: located in time, resolved as impacts, kept by complementarity on accelerations."""
