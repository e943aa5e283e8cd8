"""What the variables, attributes, containers and functions of a file hold, as far as the file shows it."""

from __future__ import annotations

import ast
from collections.abc import Hashable
from typing import Protocol

from pong_pg.legacy.modernize.kind_values import ARRAYS, NOTHING, UNKNOWN, Kind, any_of, kind
from pong_pg.legacy.read.scopes import Scopes


class Heap:
    """What is stored where; it only ever becomes more.

    Attributes:
        changed: something was stored that was not known yet.
    """

    def __init__(self) -> None:
        self.changed = False
        self._stored: dict[Hashable, Kind] = {}
        self._parts: dict[Hashable, int] = {}

    def get(self, place: Hashable) -> Kind:
        """Return what is stored at a place."""
        return self._stored.get(place, NOTHING)

    def has(self, place: Hashable) -> bool:
        """Return whether anything was ever stored at a place."""
        return place in self._stored

    def put(self, place: Hashable, what: Kind) -> None:
        """Store something at a place, beside what is there."""
        known = self._stored.get(place)
        new = what if known is None else known | what
        if known is None or new is not known:
            self._stored[place] = new
            self.changed = True

    def set_parts(self, site: Hashable, parts: list[Kind]) -> None:
        """Store what a tuple has at each place."""
        self._parts[site] = len(parts)
        for number, part in enumerate(parts):
            self.put(("part", site, number), part)

    def parts(self, site: Hashable) -> list[Kind] | None:
        """Return what a tuple has at each place; None if that is not known."""
        count = self._parts.get(site)
        return None if count is None else [self.get(("part", site, number)) for number in range(count)]

    def items(self, of: Kind) -> Kind:
        """Return what iterating gives: the keys of dicts."""
        found = NOTHING
        for value in of.values:
            match value.name:
                case "list" | "set" | "iterator" | "dict" | "tuple" if value.site is not None:
                    parts = self.parts(value.site)
                    found |= self.get(("items", value.site)) if parts is None else any_of(parts)
                case "list" | "set" | "iterator" | "dict" | "tuple" | "unknown" | "object":
                    found |= UNKNOWN
                case "str" | "file":
                    found |= kind("str")
                case name if name in ARRAYS:
                    found |= kind(name)
        return found

    def dict_values(self, of: Kind) -> Kind:
        """Return what subscripting a dict gives."""
        sites = [value.site for value in of.values if value.name == "dict"]
        found = any_of(UNKNOWN if site is None else self.get(("values", site)) for site in sites)
        return found | UNKNOWN if of.may_be("unknown") else found

    def add_items(self, to: Kind, items: Kind) -> None:
        """Store items in containers."""
        for value in to.values:
            if value.site is not None and value.name in {"list", "set", "iterator", "dict", "tuple"}:
                self.put(("items", value.site), items)

    def add_values(self, to: Kind, values: Kind) -> None:
        """Store values in dicts, or items in lists."""
        for value in to.values:
            if value.site is not None and value.name in {"dict", "list"}:
                self.put(("values" if value.name == "dict" else "items", value.site), values)


Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def parameters(function: Function) -> list[str]:
    """Return the names of the parameters that are given by their place."""
    return [one.arg for one in [*function.args.posonlyargs, *function.args.args]]


class Inferring(Protocol):
    """What the parts of the inference of kinds ask of the whole.

    Attributes:
        scopes: what the names of the file refer to.
        python2: the file is Python 2.
        heap: what is stored where.
    """

    scopes: Scopes
    python2: bool
    heap: Heap

    def while_unknown(self, node: ast.expr) -> Kind:
        """Return what is known so far of what an expression may be."""

    def operation(self, operator: ast.operator, left: Kind, right: Kind, node: ast.AST) -> Kind:
        """Return what an operator gives for two operands."""

    def full_name(self, node: ast.expr) -> str:
        """Return the full name of an expression that begins with an imported name."""

    def forget(self) -> None:
        """Ask again what expressions are, as more is known than before."""
