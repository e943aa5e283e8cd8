"""Rewrites calls of a Python 2 tree with named arguments, whose order depended on the dicts that they went through."""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass

from pong_pg.legacy.read.ast_calls import call_helper


@dataclass(frozen=True)
class Names:
    """What a file defines.

    Attributes:
        classes: the names of its classes.
        functions: the names of its functions and methods.
    """

    classes: frozenset[str]
    functions: frozenset[str]


def names_of(tree: ast.Module) -> Names:
    """Return what a file defines."""
    nodes = list(ast.walk(tree))
    return Names(
        frozenset(node.name for node in nodes if isinstance(node, ast.ClassDef)),
        frozenset(node.name for node in nodes if isinstance(node, ast.FunctionDef)),
    )


def name_of(node: ast.expr) -> str:
    """Return a name, or the last one of a dotted name; "" for anything else."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def is_dotted(node: ast.expr) -> bool:
    """Return whether an expression is a name, or one of attributes of a name, which can be asked for twice."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def order_keywords(node: ast.Call, names: Names) -> None:
    """Let the named arguments of a call come in the order in which Python 2 handed them to a function with `**`.

    A call of a function of the file that names them all is left as it is: it hands them over as they stand there.
    """
    display, function = _display(node), node.func
    if len(display.keys) < len(node.keywords):
        of_call = ast.copy_location(ast.Constant(name_of(function)), node)
        made = call_helper("keywords", node, of_call, display, node.keywords[-1].value)
    elif len(display.keys) < 2:
        return
    elif isinstance(function, ast.Name) and function.id not in names.functions:
        made = call_helper("keywords_for", node, copy.deepcopy(function), display)
    elif isinstance(function, ast.Attribute) and (_is_class(function, names) or _is_class(function.value, names)):
        of_attribute = ast.copy_location(ast.Constant(function.attr), node)
        made = call_helper("keywords_of", node, copy.deepcopy(function.value), of_attribute, display)
    else:
        return
    node.keywords = [ast.copy_location(ast.keyword(None, made), node)]


def with_mapping(node: ast.Call, name: str, *owner: ast.expr) -> ast.Call | None:
    """Return a call with `**` of a method of dicts, or of `dict`, as that of a helper; None for any other call.

    Args:
        node: the call.
        name: the helper, which gets a tuple of the arguments, a dict of those that are named, and the mapping.
        owner: whose method it is.
    """
    if not node.keywords or node.keywords[-1].arg is not None:
        return None
    arguments = ast.copy_location(ast.Tuple(node.args, ast.Load()), node)
    return call_helper(name, node, *owner, arguments, _display(node), node.keywords[-1].value)


def _display(node: ast.Call) -> ast.Dict:
    """Return the arguments that a call names as a dict."""
    named = [keyword for keyword in node.keywords if keyword.arg is not None]
    given: list[ast.expr | None] = [ast.copy_location(ast.Constant(keyword.arg), node) for keyword in named]
    return ast.copy_location(ast.Dict(given, [keyword.value for keyword in named]), node)


def _is_class(node: ast.expr, names: Names) -> bool:
    """Return whether this is the name of a class, by its looks."""
    name = name_of(node)
    return is_dotted(node) and (name[:1].isupper() or name in names.classes or name == "partial")
