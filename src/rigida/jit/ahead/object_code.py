"""Compiles forms of kernels to object files that a C compiler can link: the same code as on first use, not loaded."""

import hashlib
from functools import cache
from importlib import import_module
from typing import Any

import llvmlite.binding as llvm
import numba
from llvmlite.binding import Linkage
from numba.core import cgutils, types
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from rigida import atomic_file
from rigida.jit.ahead.form import Form
from rigida.jit.cache import folder_of
from rigida.jit.dispatchers import counting
from rigida.jit.linking import OPTIONS, CalleeLibrary, KernelCompiler, KernelLibrary, callee
from rigida.jit.lowering.array_reader import type_of_kind, word_value
from rigida.jit.lowering.kind_code import WORD
from rigida.jit.lowering.table_code import constant_word

_LETTERS = {"d": types.float64, "i": types.int64, "?": types.boolean}
_WORDS = types.CPointer(types.int64)


class _FormLibrary(KernelLibrary):
    """Code that is optimised like a kernel's but not loaded into this process."""

    codegen = CalleeLibrary.codegen
    get_pointer_to_function = CalleeLibrary.get_pointer_to_function

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True


class _FormCompiler(KernelCompiler):
    """Writes to a `_FormLibrary`."""

    writes_to = _FormLibrary


def kernel_of(form: Form) -> Any:
    """Return the kernel of a form."""
    module, name = form.kernel.split(":")
    return getattr(import_module(module), name)


def object_of(form: Form, symbol: str) -> tuple[bytes, str]:
    """Return the object file of a form, whose one function is called `symbol`, and the letters of what it returns.

    It is taken from the cache of kernels if it was compiled before.
    """
    python = kernel_of(form).py_func
    key = hashlib.blake2b(f"{form} {symbol} {cpu()}".encode(), digest_size=8).hexdigest()
    file = folder_of(python.__code__.co_filename, __file__) / f"{python.__name__}-{key}.o"
    if not file.is_file():
        code, letters = _compiled(python, form, symbol)
        with atomic_file.replaced(file) as written:
            written.write_bytes(letters.encode() + b"\0" + code)
    head, _, code = file.read_bytes().partition(b"\0")
    return code, head.decode()


def _compiled(python: Any, form: Form, symbol: str) -> tuple[bytes, str]:
    given, bound = tuple(map(_type, form.given)), tuple(map(_type, form.bound))
    function, read = callee(python, **counting(python)), _reader(given, bound)
    write: Any = _write

    def entry(given_words: Any, bound_words: Any, result: Any) -> None:
        write(result, function(*read(given_words, bound_words)))

    options: dict[str, Any] = OPTIONS | {"pipeline_class": _FormCompiler, "no_cpython_wrapper": True}
    dispatcher = numba.njit(**options)(entry)
    dispatcher.compile((_WORDS, _WORDS, _WORDS))
    (compiled,) = dispatcher.overloads.values()
    (returned,) = (overload.signature.return_type for overload in function.overloads.values())
    module = compiled.library._final_module
    for made in (*module.functions, *module.global_variables):
        if made.name == compiled.fndesc.llvm_func_name:
            made.name, made.linkage = symbol, Linkage.external
        elif not made.is_declaration:
            made.linkage = Linkage.internal  # nothing of one form is seen by another
    return _machine().emit_object(module), _letters(returned, form)


def _type(kind: str) -> Any:
    if kind in _LETTERS:
        return _LETTERS[kind]
    if ":" in kind:
        dtype, dimensions = kind.split(":")
        return type_of_kind((dtype, int(dimensions)))
    if kind == "None":
        return types.none
    module, _, name = kind.rpartition(".")
    return type_of_kind(getattr(import_module(module), name))


def _letters(kind: Any, form: Form) -> str:
    """Return the letters of what a kernel returns: nothing, a number, or a tuple of numbers."""
    letters = {number: letter for letter, number in _LETTERS.items()} | {types.none: ""}
    several: Any = kind if isinstance(kind, types.BaseTuple) else None
    try:
        return letters[kind] if several is None else "(" + "".join(letters[of] for of in several)
    except KeyError as error:
        raise TypeError(f"{form.kernel} must return numbers, int64 or float64, not {kind}.") from error


def _reader(given: tuple[Any, ...], bound: tuple[Any, ...]) -> Any:
    """Return a function for kernels that makes one tuple of all arguments from the words of both tables."""

    @intrinsic
    def read(_: Any, given_words: Any, bound_words: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            values = []
            for kinds, base in zip((given, bound), arguments, strict=True):
                place = 0
                for kind in kinds:
                    words = [constant_word(builder, base, place + k) for k in range(1 + getattr(kind, "ndim", 0))]
                    values.append(word_value(context, builder, kind, words))
                    place += len(words)
            return context.make_tuple(builder, signature.return_type, values)

        return types.Tuple((*given, *bound))(_WORDS, _WORDS), generate

    return read


@intrinsic
def _write(_: Any, words: Any, value: Any) -> Any:
    """Write what a kernel returns into words."""
    several = isinstance(value, types.BaseTuple)
    kinds = list(value) if several else [] if value == types.none else [value]

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values = cgutils.unpack_tuple(builder, arguments[1], len(kinds)) if several else arguments[1:]
        for k, (kind, number) in enumerate(zip(kinds, values, strict=False)):
            word = builder.zext(number, WORD) if kind == types.boolean else builder.bitcast(number, WORD)
            builder.store(word, builder.gep(arguments[0], [WORD(k)]))
        return context.get_dummy_value()

    return types.void(_WORDS, value), generate


def cpu() -> tuple[str, str]:
    """Return name and features of the processor that is compiled for: this one, or as NUMBA_CPU_NAME says."""
    codegen = cpu_target.target_context.codegen()
    options: dict[str, str] = {}
    codegen._customize_tm_options(options)
    return options["cpu"], options["features"]


@cache
def _machine() -> Any:
    """Return what emits code that may lie anywhere in memory."""
    name, features = cpu()
    target = llvm.Target.from_triple(llvm.get_process_triple())
    return target.create_target_machine(cpu=name, features=features, opt=3, reloc="pic", codemodel="default")
