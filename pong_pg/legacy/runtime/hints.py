"""What to write where a script fails on something that today's Python or NumPy no longer does."""

from __future__ import annotations

import re

# Text of an error -> what to say of it; groups of the pattern may stand in it.
_HINTS = {
    r"Python integer (-?\d+) out of bounds for (\w+)": (
        r"NumPy 2 does not convert \1 to \2, as NumPy 1 widened the result: write x.astype(int) before calculating"
    ),
    r"only 0-dimensional arrays can be converted|setting an array element with a sequence|"
    r"only integer scalar arrays can be converted|real number is required, not numpy": (
        "NumPy 2 takes no array of one element for a number: write x.item()"
    ),
    r"list indices must be integers or slices, not numpy\.bool": "NumPy's booleans are no indices today: write int(x)",
    r"'[<>]=?' not supported between instances of": (
        "Python 2 compared values of different types, and None was less than any number; Python 3 does not"
    ),
    r"'str' object has no attribute 'decode'": "text is str in Python 3: remove .decode(...)",
    r"'bytes' object has no attribute 'encode'": "these are bytes in Python 3: remove .encode(...)",
    r"a bytes-like object is required, not 'str'|must be str, not bytes|not 'bytes'$|str to bytes|bytes to str": (
        'bytes and text are two types in Python 3: open files of text with "r" or "w", others with "rb" or "wb"'
    ),
    r"'(utf-8|ascii|charmap)' codec can't decode": 'the file is no text in this encoding: open it with "rb"',
    r"'(numpy\.)?float(64|32)?' object cannot be interpreted as an integer": (
        "a number of elements must be an integer: write a // b, or int(number)"
    ),
    r"(dictionary|Set) changed size during iteration": "Python 2 went through a list: write for key in list(d)",
    r"'(dict_\w+|map|filter|zip)' object (is not subscriptable|does not support)|of type '(map|filter|zip)' has no": (
        "it was a list in Python 2: write list(...) around it"
    ),
    r"module '(torch|tensorflow|keras|theano|chainer|ray\.tune|ray\.rllib)[\w.]*' has no attribute": (
        r"the code is for an old version of \1, which pong-pg run does not translate"
    ),
    r"loaded when allow_pickle=False": "NumPy loads pickled arrays only if told: np.load(file, allow_pickle=True)",
    r"exceptions must derive from BaseException": "Python 3 raises exceptions only: write raise RuntimeError(text)",
}


def hint_for(error: BaseException) -> str:
    """Return one line that says what to write in place of the code that failed; "" if nothing is known."""
    text = str(error)
    for pattern, hint in _HINTS.items():
        found = re.search(pattern, text)
        if found and isinstance(error, Exception):
            return found.expand(hint)
    return ""
