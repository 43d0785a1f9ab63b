"""Compiler of kernels: numba's own, with what it would do twice or for nothing left out.

Knows numba's dispatchers and libraries from inside, as a range of its versions has them; must not know
what a kernel does, nor where its code is kept. Figures are CPU time for the first solver of Klondike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from numba import njit
from numba.core.types import Function, unliteral  # type: ignore[attr-defined]


def compiled(function: Callable[..., Any]) -> Any:
    """A dispatcher of a kernel, free of the interpreter's lock.

    Calls by other kernels are compiled apart, and for their types alone, not again for every constant.
    Constants took two fifths of the time that compiling took; what only calls from Python need, a sixth of
    the rest.
    """
    dispatcher = njit(nogil=True)(function)
    within = _within_others(function)
    asked = within.get_call_template

    def get_call_template(args: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
        plain = {name: unliteral(each) for name, each in keywords.items()}
        return asked(tuple(map(unliteral, args)), plain)

    dispatcher.get_call_template, dispatcher.get_overload = get_call_template, within.get_overload
    return dispatcher


def _within_others(function: Callable[..., Any]) -> Any:
    """A kernel as it is compiled into those that call it: with no entry from Python, no code of its own."""
    made = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    compiler, context = made._compiler, made.targetctx
    compile_all = compiler.compile

    def with_no_code(flags: Any) -> Any:
        flags.no_compile = True
        return flags

    def compile_and_name(args: Any, return_type: Any) -> Any:
        # Kernels find what they call by its entry from Python; here anything that is unique will do.
        result = compile_all(args, return_type)._replace(entry_point=object())
        _leave_out_code(result.library)
        context.insert_user_function(result.entry_point, result.fndesc, [result.library])
        return result

    def add_overload(result: Any) -> None:
        made.overloads[tuple(result.signature.args)] = result

    compiler._customize_flags, compiler.compile = with_no_code, compile_and_name
    made.add_overload = add_overload
    return made


def _leave_out_code(library: Any) -> None:
    """Has a library only linked into others: no machine code is made of it, and it is optimised in one pass.

    Whatever it is linked into is optimised once more, both ways. This was a fifth of the time.
    """

    def optimise() -> None:
        passes, builder = library._codegen._module_pass_manager()
        passes.run(library._final_module, builder)

    def end() -> None:
        library._finalized = True

    library._optimize_final_module, library._finalize_final_module = optimise, end


def type_calls_once(context: Any) -> None:
    """Has a context of types remember what operators and numba's own functions make of what they are given.

    Otherwise everything that numpy, sets and strings can do is tried for each `+` anew: a tenth of the time.
    """
    asked, known = context._resolve_user_function_type, dict[Any, Any]()

    def resolve(function: Any, given: Any, keywords: Any, literals: Any = None) -> Any:
        is_own = isinstance(function, Function) or getattr(function, "__module__", "") == "_operator"
        if keywords or not is_own:
            return asked(function, given, keywords, literals)
        key = function, tuple(given)
        if key not in known:
            known[key] = asked(function, given, keywords, literals)
        return known[key]

    context._resolve_user_function_type = resolve
