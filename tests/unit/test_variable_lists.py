"""The variables of an instruction are listed as numba lists them, in the same order."""

from numba.core import ir
from numba.core.compiler import run_frontend

from rigida.jit.patches import while_compiling


def example(a, b, **others):
    total = (a, b, [a])
    if a[0, b] > 1.0:
        total = a + b * 2
    return max(total, key=b), others


def listed(value):
    if isinstance(value, ir.Var):
        return [value]
    if isinstance(value, ir.Expr):
        return listed(value._kws)
    if isinstance(value, ir.Stmt):
        return listed(vars(value))
    if isinstance(value, (list, tuple, dict)):
        return [name for item in (value.values() if isinstance(value, dict) else value) for name in listed(item)]
    return []


def test_variables_are_those_of_every_part_in_order():
    instructions = [inst for block in run_frontend(example).blocks.values() for inst in block.body]
    assert len(instructions) > 10
    own = ir.Inst._rec_list_vars
    with while_compiling():
        assert ir.Inst._rec_list_vars is not own
        for instruction in instructions:
            assert instruction.list_vars() == listed(instruction)
    assert ir.Inst._rec_list_vars is own
