"""The parts of one table, in their order: each hook is called on those alone that have a use for it.

Knows which hooks a part has taken up; must not know what any of them does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Concatenate, ParamSpec, TypeVar

from game.ui.table.part import Part

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class Parts:
    """A list of parts."""

    def __init__(self, parts: Sequence[Part]) -> None:
        self._parts = parts
        self._with: dict[str, list[Part]] = {}

    def __iter__(self) -> Iterator[Part]:
        return iter(self._parts)

    def having(self, hook: str) -> list[Part]:
        """The parts that have a use for the hook of a name."""
        if hook not in self._with:
            unused = getattr(Part, hook)
            self._with[hook] = [part for part in self._parts if getattr(type(part), hook) is not unused]
        return self._with[hook]

    def call(
        self, hook: Callable[Concatenate[Part, Given], Answer], *given: Given.args, **named: Given.kwargs
    ) -> list[Answer]:
        """Calls a hook, as in `call(Part.acted, action, before)`; returns what each part has answered."""
        name = hook.__name__
        return [getattr(part, name)(*given, **named) for part in self.having(name)]
