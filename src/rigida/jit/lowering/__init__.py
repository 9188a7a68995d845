"""How numba compiles what rigida adds to it: tables, records, lanes. Imported only where something is compiled."""
