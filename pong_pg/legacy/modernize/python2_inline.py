"""Code in literals that a Python 2 file executes: `exec "a = 1"` and `eval("1 / 2")` mean what the code does."""

from __future__ import annotations

import ast
import re
from typing import Any

from pong_pg.legacy.modernize.python2_tree import first_leaf, value_of
from pong_pg.legacy.read.python2_syntax import Python2SyntaxError, fissix_module, parse_python2

# Nothing else is evaluated as a constant is; such a name is the file's own.
_OWN_EVAL = re.compile(r"^\s*(def eval\b|eval\s*=)|\bimport .*\beval\b", re.MULTILINE)
_COMPOUND = re.compile(r"\s*(for|while|if|try|with|def|class|@)\b|\s*@")


def inline(text: str, *, print_function: bool) -> str:
    """Put the code itself where a Python 2 file executes or evaluates a literal in its own names."""
    if not re.search(r"\b(exec|eval)\b", text):
        return text
    tree, _ = parse_python2(text, print_function=print_function)
    symbols = fissix_module("pygram").python_symbols
    has_own_eval = _OWN_EVAL.search(text) is not None
    for node in list(tree.post_order()):
        if node.type == symbols.exec_stmt:
            _statement(node, print_function=print_function)
        elif node.type == symbols.power and not has_own_eval:
            _expression(node, print_function=print_function)
    return str(tree)


def _literal(node: Any) -> str | None:
    """Return the value of a literal, also one in parentheses."""
    source = str(node).strip()
    try:
        value = ast.literal_eval(source)
    except (ValueError, SyntaxError):
        return None
    return value if isinstance(value, str) else None


def _parses(code: str, *, print_function: bool) -> bool:
    try:
        parse_python2(code + "\n", print_function=print_function)
    except Python2SyntaxError:
        return False
    return True


def _leaf(text: str, prefix: str) -> Any:
    return fissix_module("pytree").Leaf(fissix_module("pgen2.token").NAME, text, prefix=prefix)


def _statement(node: Any, *, print_function: bool) -> None:
    code = _literal(node.children[1]) if len(node.children) == 2 else None
    if code is None or not _parses(code, print_function=print_function):
        return
    code = code.strip("\n").rstrip()
    line = node.parent
    stands_alone = len(line.children) == 2
    is_compound = any(_COMPOUND.match(part) for part in code.splitlines())
    if "\n" in code or is_compound:
        suite = line.parent
        is_on_own_line = suite.type != fissix_module("pygram").python_symbols.suite or len(suite.children) > 1
        if (
            not stands_alone
            or not is_on_own_line
            or '"""' in code
            or "'''" in code
            or not code
            or line.type == suite.type
        ):
            return
        code = code.replace("\n", "\n" + " " * first_leaf(node).column)
    if code:
        node.replace(_leaf(code, node.prefix))


def _expression(node: Any, *, print_function: bool) -> None:
    name, call = node.children[:2]
    if value_of(name) != "eval" or len(getattr(call, "children", ())) != 3 or value_of(call.children[0]) != "(":
        return
    code = _literal(call.children[1])
    if (
        code is None
        or not code.strip()
        or "\n" in code.strip()
        or not _parses(f"({code.strip()})", print_function=print_function)
    ):
        return
    made = f"({code.strip()})"
    name.replace(_leaf(made, name.prefix))
    call.remove()
