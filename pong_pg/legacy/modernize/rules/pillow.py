"""Modernises what scripts use of Pillow, whose defaults changed after 6.2, the last version for Python 2."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.numpy.values import ARRAY
from pong_pg.legacy.tables.pillow import FILTERS

# What `Scopes.variable` returns.
_Variable = tuple[object, str]
_MAKERS = frozenset(f"PIL.Image.{name}" for name in ("fromarray", "frombuffer", "frombytes", "new", "open"))
# Methods of images that give images.
_METHODS = frozenset({"convert", "copy", "crop", "filter", "resize", "rotate", "transpose"})
_RESIZE = "up to Pillow 6, the default filter of resize was NEAREST; today's is BICUBIC"
_CONVERT = "up to Pillow 6, convert rounded shades of grey down; today they are rounded to the nearest"


def names(draft: Draft) -> None:
    """Replace the names of filters that Pillow 10 dropped."""
    for node in draft.walk(ast.Attribute):
        today = FILTERS.get(draft.full_name(node))
        if today is not None:
            draft.replace(node, *draft.operand(node.value), f".{today}")


def defaults(draft: Draft) -> None:
    """Name the filter that was the default, and say where shades of grey are others."""
    is_used = any(name.partition(".")[0] == "PIL" for name in draft.names.values())
    if not is_used or not draft.facts.settings.is_before_numpy_117:
        return
    images = _images(draft)
    for call in draft.walk(ast.Call):
        match call:
            case ast.Call(func=ast.Attribute(value=owner, attr="resize"), args=[size], keywords=[]):
                if _is_image(owner, images, draft):
                    draft.wrap(size, "", f", {_module(draft)}.NEAREST")
                elif not draft.full_name(call.func) and all(value.form != ARRAY for value in draft.arrays.of(owner)):
                    draft.comment(call, _RESIZE)
            case ast.Call(func=ast.Attribute(attr="convert"), args=[ast.Constant(value="L" | "I")], keywords=[]):
                draft.comment(call, _CONVERT)


def _module(draft: Draft) -> str:
    """Return the name that the file has for `PIL.Image`."""
    imported = (name for name, full in draft.names.items() if full == "PIL.Image")
    return next(imported, None) or draft.module("PIL.Image")


def _images(draft: Draft) -> frozenset[_Variable]:
    """Return the variables that get nothing but images, as far as assignments show it."""
    values: dict[_Variable, list[ast.expr | None]] = {}
    shown = {id(target): node.value for node in draft.walk(ast.Assign) for target in node.targets}
    for name in draft.walk(ast.Name):
        if not isinstance(name.ctx, ast.Load):
            values.setdefault(draft.scopes.variable(name), []).append(shown.get(id(name)))
    for arguments in draft.walk(ast.arguments):
        for argument in ast.walk(arguments):
            if isinstance(argument, ast.arg):
                values.setdefault(draft.scopes.variable_in(arguments, argument.arg), []).append(None)
    found = frozenset(values)
    # An image may become a copy of itself, so all are taken for images until one gets something else.
    while others := {
        variable
        for variable in found
        if any(value is None or not _is_image(value, found, draft) for value in values[variable])
    }:
        found -= others
    return found


def _is_image(node: ast.expr, images: frozenset[_Variable], draft: Draft) -> bool:
    match node:
        case ast.Name():
            return draft.scopes.variable(node) in images
        case ast.Call(func=ast.Attribute(value=owner, attr=method)) if method in _METHODS:
            return _is_image(owner, images, draft)
        case ast.Call(func=function):
            return draft.full_name(function) in _MAKERS
    return False


PASSES: tuple[Callable[[Draft], None], ...] = (names, defaults)
