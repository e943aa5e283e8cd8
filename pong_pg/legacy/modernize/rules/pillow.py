"""Modernises what scripts use of Pillow, whose defaults changed after 6.2, the last version for Python 2."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.numpy.values import ARRAY
from pong_pg.legacy.modernize.supports import is_support
from pong_pg.legacy.tables.pillow import FILTERS

# What `Scopes.variable` returns.
_Variable = tuple[object, str]
_MAKERS = frozenset(f"PIL.Image.{name}" for name in ("fromarray", "frombuffer", "frombytes", "new", "open"))
# Functions that a file may have a copy of, and that give images.
_SUPPORTS = frozenset({"converted", "toimage"})
_WITH_FILTER = frozenset(f"PIL.ImageOps.{name}" for name in ("fit", "pad", "scale"))
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
    """Name the filter that was the default, and let shades of grey be those of then; say where it is not known."""
    is_used = any(name.partition(".")[0] == "PIL" for name in draft.names.values())
    if not is_used or not draft.facts.settings.is_before_numpy_117:
        return
    images = _Images(draft)
    for call in draft.walk(ast.Call):
        match call:
            case ast.Call(func=ast.Attribute(value=owner, attr="resize"), args=[size]) if not _has_filter(call):
                if owner in images:
                    draft.wrap(size, "", f", {_module(draft)}.NEAREST")
                elif not draft.full_name(call.func) and all(value.form != ARRAY for value in draft.arrays.of(owner)):
                    draft.comment(call, _RESIZE)
            case ast.Call(func=ast.Attribute(value=owner, attr="convert"), args=[mode], keywords=[]):
                if isinstance(mode, ast.Constant) and mode.value not in {"I", "L"}:
                    continue
                if owner in images:
                    draft.replace(call, f"{draft.support('converted')}(", owner, ", ", mode, ")")
                elif isinstance(mode, ast.Constant):
                    draft.comment(call, _CONVERT)
            case ast.Call(func=function, args=[_, size]) if not _has_filter(call):
                if draft.full_name(function) in _WITH_FILTER:
                    draft.wrap(size, "", f", {_module(draft)}.NEAREST")
            case ast.Call(func=function, args=[image]) if draft.full_name(function) == "PIL.ImageOps.grayscale":
                draft.replace(call, f"{draft.support('converted')}(", image, ', "L")')


def _has_filter(call: ast.Call) -> bool:
    return any(keyword.arg in {"method", "resample"} for keyword in call.keywords)


def _module(draft: Draft) -> str:
    """Return the name that the file has for `PIL.Image`."""
    imported = (name for name, full in draft.names.items() if full == "PIL.Image")
    return next(imported, None) or draft.module("PIL.Image")


class _Images:
    """Which expressions of a file are images, as far as assignments show it.

    Args:
        draft: the file.
    """

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._supports = frozenset(
            node.name
            for node in draft.tree.body
            if isinstance(node, ast.FunctionDef) and node.name in _SUPPORTS and is_support(draft.source(node))
        )
        values: dict[_Variable, list[ast.expr | None]] = {}
        shown = {id(target): node.value for node in draft.walk(ast.Assign) for target in node.targets}
        for name in draft.walk(ast.Name):
            if not isinstance(name.ctx, ast.Load):
                values.setdefault(draft.scopes.variable(name), []).append(shown.get(id(name)))
        for arguments in draft.walk(ast.arguments):
            for argument in ast.walk(arguments):
                if isinstance(argument, ast.arg):
                    values.setdefault(draft.scopes.variable_in(arguments, argument.arg), []).append(None)
        # An image may become a copy of itself, so all are taken for images until one gets something else.
        self._variables = set(values)
        while others := {
            variable
            for variable in self._variables
            if any(value is None or value not in self for value in values[variable])
        }:
            self._variables -= others

    def __contains__(self, node: ast.expr) -> bool:
        match node:
            case ast.Name():
                return self._draft.scopes.variable(node) in self._variables
            case ast.Call(func=ast.Attribute(value=owner, attr=method)) if method in _METHODS:
                return owner in self
            case ast.Call(func=ast.Name(id=name)) if name in self._supports:
                return True
            case ast.Call(func=function):
                return self._draft.full_name(function) in _MAKERS
        return False


PASSES: tuple[Callable[[Draft], None], ...] = (names, defaults)
