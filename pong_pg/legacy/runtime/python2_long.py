"""Python 2's `long`: integers beyond the machine's, and those that a script makes long itself."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from typing import Any


class _Long(type):
    def __instancecheck__(cls, value: object) -> bool:
        kind = builtins.type(value)
        if kind is int:
            return not -sys.maxsize - 1 <= value <= sys.maxsize  # type: ignore[operator]  # it is an integer
        return issubclass(kind, cls)


class long(int, metaclass=_Long):  # noqa: N801 - it is Python 2's name, and `repr` shows it
    """A long integer. Every integer beyond the machine's is one, whatever its class."""

    def __new__(cls, value: Any = 0, *base: Any) -> Any:
        """Convert a number or a text, which may end in "L"."""
        if isinstance(value, str):
            value = value.strip().rstrip("lL") if value.strip().rstrip("lL") else value
            if base and base[0] == 0:
                return int.__new__(cls, from_text(value))
        elif hasattr(builtins.type(value), "__long__"):
            value = value.__long__()
        return int.__new__(cls, value, *base)

    def __repr__(self) -> str:
        """Return the digits and "L"."""
        return f"{int.__repr__(self)}L"

    def __str__(self) -> str:
        """Return the digits."""
        return int.__repr__(self)

    def __reduce__(self) -> Any:
        """Return how it is pickled: as an integer, which every program can read."""
        return int, (int(self),)


def from_text(text: str) -> int:
    """Return the integer that a literal of Python 2 says, with "0" before octal digits."""
    digits = text.strip()
    sign = digits[:1] if digits[:1] in "+-" else ""
    digits = digits[len(sign) :]
    if len(digits) > 1 and digits[0] == "0" and digits[1].isdigit():
        digits = f"0o{digits[1:]}"
    return int(sign + digits, 0)


def _operator(name: str) -> Callable[..., Any]:
    plain = getattr(int, name)

    def operate(self: int, *others: Any) -> Any:
        result = plain(self, *others)
        if type(result) is int:
            return int.__new__(long, result)
        return tuple(int.__new__(long, part) for part in result) if type(result) is tuple else result

    operate.__name__ = name
    return operate


for _name in (
    "add", "sub", "mul", "floordiv", "mod", "divmod", "pow", "lshift", "rshift", "and", "or", "xor", "radd", "rsub",
    "rmul", "rfloordiv", "rmod", "rdivmod", "rpow", "rlshift", "rrshift", "rand", "ror", "rxor", "neg", "pos", "abs",
    "invert",
):  # fmt: skip
    setattr(long, f"__{_name}__", _operator(f"__{_name}__"))
