"""Attributes of functions, methods and modules that have other names, or other values, today."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft

_RENAMED = {
    "im_func": "__func__", "im_self": "__self__", "im_class": "__self__.__class__", "func_name": "__name__",
    "func_code": "__code__", "func_globals": "__globals__", "func_defaults": "__defaults__", "func_doc": "__doc__",
    "func_dict": "__dict__", "func_closure": "__closure__",
}  # fmt: skip


def attributes(draft: Draft) -> None:
    """Replace the attributes of functions and methods that have other names today."""
    if not draft.facts.python2:
        return
    own = {node.attr for node in draft.walk(ast.Attribute) if isinstance(node.ctx, ast.Store)}
    own -= {name for name in own if name.startswith("func_")}
    classes = {node.name for node in draft.walk(ast.ClassDef)}
    for node in draft.walk(ast.Attribute):
        new = _RENAMED.get(node.attr)
        if new is None or node.attr in own:
            continue
        of = node.value
        is_of_class = isinstance(of, ast.Attribute) and isinstance(of.value, ast.Name) and of.value.id in classes
        if is_of_class and node.attr == "im_func":
            # A class gives the function itself today.
            draft.replace(node, of)
        elif is_of_class and node.attr == "im_self":
            draft.replace(node, "None")
        else:
            draft.replace(node, *draft.operand(of), f".{new}")


def next_methods(draft: Draft) -> None:
    """Replace `next` of iterators where it is not called at once."""
    if not draft.facts.python2:
        return
    called = {node.func for node in draft.walk(ast.Call)}
    own = {node.attr for node in draft.walk(ast.Attribute) if isinstance(node.ctx, ast.Store)}
    own |= {
        part.id
        for kind in draft.walk(ast.ClassDef)
        for statement in kind.body
        for part in ast.walk(statement)
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    }
    for node in draft.walk(ast.Attribute):
        if node.attr == "next" and isinstance(node.ctx, ast.Load) and node not in called and not draft.full_name(node):
            names = draft.kinds.of(node.value).names
            if names - {"none"} <= {"iterator", "file"} or ("next" not in own and names == {"unknown"}):
                draft.replace(node, *draft.operand(node.value), ".__next__")


def platform(draft: Draft) -> None:
    """Replace the name that `sys.platform` had for Linux until Python 3.3."""
    names = (*draft.walk(ast.Attribute), *draft.walk(ast.Name))
    if not draft.facts.python2 or all(draft.full_name(node) != "sys.platform" for node in names):
        return
    for node in draft.walk(ast.Constant):
        if node.value == "linux2":
            draft.replace(node, draft.source(node).replace("linux2", "linux"))


PASSES: tuple[Callable[[Draft], None], ...] = (attributes, next_methods, platform)
