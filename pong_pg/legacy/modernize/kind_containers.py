"""What containers are made of, what their methods give, and what these store in them."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.kind_heap import Inferring
from pong_pg.legacy.modernize.kind_values import NOTHING, UNKNOWN, Kind, any_of, kind, made


class Containers:
    """The containers of a file.

    Args:
        kinds: what its expressions are.
        apply: returns what functions give that are called with such arguments.
    """

    def __init__(self, kinds: Inferring, apply: Callable[[Kind, list[Kind], ast.Call], Kind]) -> None:
        self._kinds = kinds
        self._heap = kinds.heap
        self._of = kinds.while_unknown
        self._apply = apply

    def new(self, name: str, site: ast.AST, items: Kind) -> Kind:
        """Make a container with such items."""
        self._heap.put(("items", site), items)
        return made(name, site)

    def pairs(self, name: str, site: ast.AST, parts: list[Kind]) -> Kind:
        """Make a container of tuples with such parts."""
        self._heap.set_parts((site, "pair"), parts)
        return self.new(name, site, made("tuple", (site, "pair")))

    def dict_of(self, arguments: list[Kind], node: ast.Call) -> Kind:
        """Return what `dict(...)` gives."""
        found = made("dict", node)
        for argument in arguments:
            self.fill(found, argument)
        for keyword in node.keywords:
            if keyword.arg is None:
                self.fill(found, self._of(keyword.value))
            else:
                self._heap.put(("items", node), kind("str"))
                self._heap.put(("values", node), self._of(keyword.value))
        return found

    def fill(self, to: Kind, source: Kind) -> None:
        """Store in dicts what another dict, or pairs, have."""
        for value in source.values:
            one = Kind(frozenset([value]))
            if value.name == "dict":
                self._heap.add_items(to, self._heap.items(one))
                self._heap.add_values(to, self._heap.dict_values(one))
                continue
            for pair in self._heap.items(one).values:
                parts = self._heap.parts(pair.site) if pair.name == "tuple" else None
                either = self._heap.items(Kind(frozenset([pair])))
                key, item = parts if parts is not None and len(parts) == 2 else (either, either)
                self._heap.add_items(to, key)
                self._heap.add_values(to, item)

    def method(self, container: str, name: str, of: Kind, arguments: list[Kind], node: ast.Call) -> Kind:
        """Return what a method of a container gives."""
        heap = self._heap
        items = heap.items(of)
        first = arguments[0] if arguments else NOTHING
        changes: dict[str, Callable[[], None]] = {
            "append": lambda: heap.add_items(of, first),
            "add": lambda: heap.add_items(of, first),
            "insert": lambda: heap.add_items(of, any_of(arguments[1:])),
            "extend": lambda: heap.add_items(of, heap.items(first)),
            "update": lambda: self.fill(of, first) if container == "dict" else heap.add_items(of, heap.items(first)),
        }
        if name in changes:
            changes[name]()
            for keyword in node.keywords if name == "update" else []:
                heap.add_items(of, kind("str"))
                heap.add_values(of, self._of(keyword.value))
            return kind("none")
        if name in {"sort", "remove", "discard", "clear", "reverse"}:
            for function in [*arguments[:1], *(self._of(keyword.value) for keyword in node.keywords)]:
                if name == "sort":
                    self._apply(function, [items, items], node)
            return kind("none")
        if container == "dict":
            return self._of_dict(name, of, arguments, node)
        match name:
            case "pop" | "next" | "__next__":
                return items
            case "index" | "count":
                return kind("int")
            case "copy" | "union" | "difference" | "intersection" | "symmetric_difference":
                for argument in arguments:
                    heap.put(("items", node), heap.items(argument))
                return self.new(container, node, items)
            case "issubset" | "issuperset" | "isdisjoint":
                return kind("bool")
        return UNKNOWN

    def _of_dict(self, name: str, of: Kind, arguments: list[Kind], node: ast.Call) -> Kind:
        heap = self._heap
        keys, values = heap.items(of), heap.dict_values(of)
        sequence = "list" if self._kinds.python2 else "iterator"
        match name:
            case "keys" | "viewkeys":
                return self.new(sequence, node, keys)
            case "iterkeys":
                return self.new("iterator", node, keys)
            case "values" | "itervalues" | "viewvalues":
                return self.new(sequence if name == "values" else "iterator", node, values)
            case "items" | "iteritems" | "viewitems":
                return self.pairs(sequence if name == "items" else "iterator", node, [keys, values])
            case "get" | "pop":
                return any_of([values, *(arguments[1:] or ([kind("none")] if name == "get" else []))])
            case "setdefault":
                heap.add_items(of, any_of(arguments[:1]))
                heap.add_values(of, any_of(arguments[1:]) or kind("none"))
                return heap.dict_values(of)
            case "popitem":
                heap.set_parts(node, [keys, values])
                return made("tuple", node)
            case "has_key":
                return kind("bool")
            case "copy":
                found = made("dict", node)
                self.fill(found, of)
                return found
            case "most_common":
                return self.pairs("list", node, [keys, values])
            case "fromkeys":
                return self.from_keys(arguments, node)
        return UNKNOWN

    def from_keys(self, arguments: list[Kind], node: ast.Call) -> Kind:
        """Return what `dict.fromkeys(...)` gives."""
        self._heap.put(("items", node), any_of(map(self._heap.items, arguments[:1])))
        self._heap.put(("values", node), any_of(arguments[1:]) or kind("none"))
        return made("dict", node)
