"""What to write instead, where a failure comes from something that Python, NumPy or Pillow changed since a script."""

from __future__ import annotations

import re

from pong_pg.legacy.read import settings

# Kind of error, what its message has, and what to say of it.
_HINTS: tuple[tuple[type[Exception], str, str], ...] = (
    (
        OverflowError,
        r"Python integer (?P<value>-?\d+) out of bounds for (?P<kind>u?int\d+)",
        (
            "NumPy before 2 took a larger type where a number didn't fit {kind}, or wrapped it around; write "
            "frame.astype(int) before the arithmetic, or np.array({value}).astype(np.{kind}) to wrap around"
        ),
    ),
    (
        TypeError,
        r"only (length-1|0-dimensional|size-1) arrays can be converted",
        "NumPy before 2.4 took an array of one element for a number; write array.item()",
    ),
    (
        TypeError,
        r"'(numpy\.)?float(64|32)?' object cannot be interpreted as an integer|integers?, got '\d+\.",
        "a number of elements must be an integer: write a // b, or int(number)",
    ),
    (
        ValueError,
        r"inhomogeneous shape|setting an array element with a sequence",
        "NumPy before 1.24 made arrays of objects of parts with different lengths; write dtype=object",
    ),
    (
        AttributeError,
        r"'(FreeTypeFont|ImageFont|ImageDraw)' object has no attribute '(getsize|textsize)'",
        "Pillow 10 dropped it; write getbbox or textbbox",
    ),
)  # fmt: skip
_HINTS_PYTHON2: tuple[tuple[type[Exception], str, str], ...] = (
    (
        TypeError,
        r"'[<>]=?' not supported between instances",
        "Python 2 had an order of values of all types; write a key that says which one is meant",
    ),
    (
        TypeError,
        r"a bytes-like object is required, not 'str'|must be str, not bytes|can't concat str to bytes",
        'text and bytes were one type in Python 2; open binary files with "rb" or "wb", and use encode and decode',
    ),
    (
        RuntimeError,
        r"(dictionary|OrderedDict|Set) (changed|mutated)",
        "Python 2 went through a list of the keys; write for key in list(d)",
    ),
    (
        TypeError,
        (
            r"'(dict_\w+|map|filter|zip|range)' object (is not subscriptable|does not support|is not an iterator)"
            r"|object of type '(map|filter|zip)' has no len|unsupported operand.*'(range|dict_\w+|map|zip)'"
        ),
        "it was a list in Python 2; write list(...) around it",
    ),
)  # fmt: skip


def hint_for(error: BaseException) -> str:
    """Return what to write instead of what failed; "" where nothing is known."""
    rows = _HINTS + (_HINTS_PYTHON2 if settings.current().python2 else ())
    for kind, pattern, hint in rows:
        found = re.search(pattern, str(error)) if isinstance(error, kind) else None
        if found is not None:
            return hint.format_map(found.groupdict())
    return ""
