"""Finds the environment variables by which a script sets the number of threads of NumPy's libraries."""

from __future__ import annotations

import ast

from pong_pg.legacy.read.scopes import own_nodes

VARIABLES = frozenset([
    "BLIS_NUM_THREADS", "GOTO_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS", "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS",
])  # fmt: skip
_ENVIRONMENTS = ("os.environ", "environ")


def thread_variables(tree: ast.Module) -> dict[str, tuple[str, bool]]:
    """Return the variables of threads that a file sets to constants, outside of functions.

    Returns:
        For each variable its value, and whether that takes the place of a value that the variable has already.
    """
    found: dict[str, tuple[str, bool]] = {}
    for node in own_nodes(tree):
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    match target:
                        case ast.Subscript(value=place, slice=ast.Constant(value=str(name))):
                            _keep(found, name, place, value, replaces=True)
            case ast.Call(
                func=ast.Attribute(value=place, attr="setdefault"), args=[ast.Constant(value=str(name)), value]
            ):
                _keep(found, name, place, value, replaces=False)
    return found


def _keep(found: dict[str, tuple[str, bool]], name: str, place: ast.expr, value: ast.expr, *, replaces: bool) -> None:
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "str" and len(value.args) == 1:
        value = value.args[0]
    text = str(value.value) if isinstance(value, ast.Constant) else ""
    if name in VARIABLES and text.isdigit() and int(text) > 0 and ast.unparse(place) in _ENVIRONMENTS:
        found.setdefault(name, (text, replaces))
