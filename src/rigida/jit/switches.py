"""Environment variables by which kernels run in other ways, for developers."""

import os


def _is_on(name: str) -> bool:
    return os.environ.get(name, "0") not in ("", "0")


#: Whether nothing is compiled: kernels are the Python functions that they are written as (RIGIDA_PLAIN=1).
PLAIN = _is_on("RIGIDA_PLAIN")
#: Whether kernels compare every index with the number of rows (RIGIDA_BOUNDS=1).
BOUNDS = _is_on("RIGIDA_BOUNDS")
#: The folder of other kernels than those compiled at install, "0" for none of them (RIGIDA_PACK).
PACK = os.environ.get("RIGIDA_PACK", "")
