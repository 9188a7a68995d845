"""How kernels are written, translated to C, compiled, found and called."""
