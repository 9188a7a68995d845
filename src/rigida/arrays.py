"""Names of the numpy array types used in annotations."""

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int32]
FlagArray = NDArray[np.bool_]
IndexArray = NDArray[np.intp]
