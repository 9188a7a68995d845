"""Contacts in the precise engine: found in time, struck as impacts, held as complementarity on accelerations."""
