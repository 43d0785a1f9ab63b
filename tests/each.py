"""Cases too small to be tests of their own: each would take longer to be found than to run."""

import inspect
from collections.abc import Callable, Collection, Sequence
from functools import wraps
from typing import Any


def each(
    names: str | Sequence[str], cases: Collection[Any]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Has one test go over all cases, given as to `parametrize`; its failure names the case."""
    is_one = isinstance(names, str)
    wanted = [names] if isinstance(names, str) else [*names]
    assert cases, "at least one"

    def decorated(test: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(test)

        @wraps(test)
        def tried(**given: Any) -> None:
            for case in cases:
                values = dict(zip(wanted, [case] if is_one else case, strict=True))
                try:
                    test(**given, **values)
                except BaseException as error:
                    error.add_note(f"with {values}")
                    raise

        others = [parameter for name, parameter in signature.parameters.items() if name not in wanted]
        del tried.__wrapped__  # else its own arguments are taken for fixtures
        vars(tried)["__signature__"] = signature.replace(parameters=others)
        return tried

    return decorated
