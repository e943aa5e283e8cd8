"""Small operations on fissix's tree."""

from __future__ import annotations

import re
from typing import Any

from pong_pg.legacy.read.python2_syntax import fissix_module


def first_leaf(node: Any) -> Any:
    """Return the first leaf of a node."""
    return next(node.leaves())


def value_of(node: Any) -> str:
    """Return the text of a leaf; "" for a node that has children."""
    return str(getattr(node, "value", ""))


def append(node: Any, text: str) -> None:
    """Put text after a node."""
    leaves = [leaf for leaf in node.leaves() if leaf.value]
    leaves[-1].value += text


def free_name(name: str, text: str) -> str:
    """Return a name that a text does not have."""
    if not re.search(rf"\b{name}\b", text):
        return name
    number = 2
    while re.search(rf"\b{name}_{number}\b", text):
        number += 1
    return f"{name}_{number}"


def insert_first(suite: Any, statement: str, *, after_docstring: bool = False) -> None:
    """Put a statement at the start of a body.

    Args:
        suite: the body.
        statement: its text.
        after_docstring: the body is that of a function, whose docstring stays the first.
    """
    token = fissix_module("pgen2.token")
    if len(suite.children) < 2 or suite.children[1].type != token.INDENT:
        leaf = first_leaf(suite)
        leaf.prefix = f"{leaf.prefix or ' '}{statement}; "
        return
    indent = suite.children[1].value
    first = suite.children[2]
    is_docstring = after_docstring and first.children and first.children[0].type == token.STRING
    if not is_docstring:
        leaf = first_leaf(first)
        leaf.prefix = f"{leaf.prefix}{statement}\n{indent}"
        return
    newline = first.children[-1]
    newline.value = f"{newline.value}{indent}{statement}\n"
