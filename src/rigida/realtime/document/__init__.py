"""Contacts by the method of Popovski 2008, 8."""
