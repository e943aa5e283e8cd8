"""Rewrites attributes of a Python 2 tree that have another name, or another value, today."""

from __future__ import annotations

import ast

from pong_pg.legacy.read.ast_calls import call_helper, name_helper
from pong_pg.legacy.read.scopes import Scopes
from pong_pg.legacy.tables.python2_library import OF_SYS

# Attributes of functions and methods that have another name today.
_ATTRIBUTES = frozenset([
    "im_func", "im_self", "im_class", "func_name", "func_code", "func_globals", "func_defaults", "func_doc",
    "func_dict", "func_closure", "message", "next",
])  # fmt: skip
_FUNCTION_ATTRIBUTES = {
    "func_name": "__name__", "func_code": "__code__", "func_defaults": "__defaults__", "func_doc": "__doc__",
    "func_dict": "__dict__",
}  # fmt: skip
_CURRENT_ERROR = {"exc_type": 0, "exc_value": 1, "exc_traceback": 2}


def changed_attribute(node: ast.Attribute, scopes: Scopes) -> ast.expr:
    """Return the expression that stands for an attribute.

    Args:
        node: the attribute; one that is assigned to is changed in place.
        scopes: what the names of the module refer to.
    """
    if not isinstance(node.ctx, ast.Load):
        node.attr = _FUNCTION_ATTRIBUTES.get(node.attr, node.attr)
        return node
    if node.attr in _ATTRIBUTES:
        return call_helper("attribute_of", node, node.value, ast.copy_location(ast.Constant(node.attr), node))
    if node.attr == "__dict__":
        return call_helper("dict_of_object", node, node.value)
    if node.attr in _CURRENT_ERROR and isinstance(node.value, ast.Name) and node.value.id == "sys":
        place = ast.copy_location(ast.Constant(_CURRENT_ERROR[node.attr]), node)
        return call_helper("current_error", node, place)
    if node.attr in OF_SYS and scopes.module_of(node.value) == "sys":
        return name_helper(f"sys_{node.attr}", node)
    return node
