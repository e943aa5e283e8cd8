"""Text that a program of Python 3 executes or evaluates, rewritten as its files are."""

from __future__ import annotations

import functools
import sys
from typing import Any

from pong_pg.legacy.compile.compiled import compile_python3_text
from pong_pg.legacy.read.ast_calls import HELPERS

__all__ = ["eval_in", "exec_in", "rewritten_code"]

_compiled = functools.lru_cache(maxsize=256)(compile_python3_text)


def rewritten_code(code: Any, name: str) -> Any:
    """Return what `eval` or `exec` gets: text as rewritten code; anything else, and text that is no code, as it is.

    Args:
        code: what the script passes.
        name: "eval" or "exec".
    """
    return (_compiled(code, name) or code) if type(code) is str else code


def eval_in(code: Any, names: Any, *local: Any) -> Any:
    """Return `eval(code, names, *local)`."""
    names, found = _names(names, *local)
    return eval(rewritten_code(code, "eval") if _has_helpers(names) else code, names, found)


def exec_in(code: Any, names: Any, *local: Any) -> None:
    """Do `exec(code, names, *local)`."""
    names, found = _names(names, *local)
    exec(rewritten_code(code, "exec") if _has_helpers(names) else code, names, found)


def _names(names: Any, local: Any = None) -> tuple[Any, Any]:
    """Return the global and local names that code gets: None for the first stands for those of the calling code."""
    if names is not None:
        return names, local
    frame = sys._getframe(2)
    return frame.f_globals, frame.f_locals if local is None else local


def _has_helpers(names: Any) -> bool:
    """Return whether code with these global names finds what rewritten code calls."""
    if not isinstance(names, dict) or "__builtins__" not in names:
        return True
    builtins = names["__builtins__"]
    return HELPERS in (builtins if isinstance(builtins, dict) else vars(builtins) if builtins else {})
