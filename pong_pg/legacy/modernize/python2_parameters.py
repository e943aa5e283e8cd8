"""Tuples as parameters, which Python 2 unpacked: `def f(a, (b, c))` and `lambda (k, v): v`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pong_pg.legacy.modernize.python2_tree import append, first_leaf, free_name, insert_first, value_of
from pong_pg.legacy.read.python2_syntax import fissix_module


class TupleParameters:
    """Gives tuples among the parameters of a file's functions a name, and unpacks them in the body.

    Args:
        text: the file.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._symbols = fissix_module("pygram").python_symbols
        self._token = fissix_module("pgen2.token")
        symbols = self._symbols
        self._inside = {symbols.tfpdef, symbols.tfplist, symbols.vfpdef, symbols.vfplist}
        self._lambdas = {symbols.lambdef, symbols.old_lambdef}

    def rewrite(self, node: Any) -> None:
        """Give a parameter in parentheses a name."""
        if node.parent.type in self._inside or value_of(first_leaf(node)) != "(":
            return
        names = [leaf.value for leaf in node.leaves() if leaf.type == self._token.NAME]
        pattern = str(node).strip()
        prefix = node.prefix or (
            " " if node.prev_sibling is not None and node.prev_sibling.type == self._token.NAME else ""
        )
        if "," not in pattern:
            # Parentheses around a name are no tuple.
            node.replace(self._leaf(names[0], prefix))
            return
        function = node.parent
        while function.type not in {*self._lambdas, self._symbols.funcdef}:
            function = function.parent
        name = free_name("_".join(names), self._text)
        if function.type in self._lambdas:
            self._unpack_in_lambda(function, node, name)
        else:
            inner = pattern[1:-1].strip()
            insert_first(
                function.children[-1],
                f"{inner if inner[-1] != ',' else pattern} = {name}",
                after_docstring=True,
            )
        node.replace(self._leaf(name, prefix))

    def _leaf(self, name: str, prefix: str) -> Any:
        return fissix_module("pytree").Leaf(self._token.NAME, name, prefix=prefix)

    def _unpack_in_lambda(self, function: Any, node: Any, name: str) -> None:
        body = function.children[-1]
        places = dict(self._places(node, name))
        uses = [leaf for leaf in body.leaves() if leaf.type == self._token.NAME and leaf.value in places]
        uses = [leaf for leaf in uses if not self._is_no_variable(leaf)]
        if any(self._is_bound_inside(leaf, body) for leaf in uses):
            # Something in the body binds the name, too.
            is_flat = all(place.count("[") == 1 for place in places.values())
            values = f"*{name}" if is_flat else ", ".join(places.values())
            first = first_leaf(body)
            first.value = f"(lambda {', '.join(places)}: {first.value}"
            append(body, f")({values})")
            return
        for leaf in uses:
            leaf.value = places[leaf.value]

    def _places(self, node: Any, path: str) -> Iterator[tuple[str, str]]:
        """Yield the names in a pattern, each with the expression that gives its value."""
        if node.type == self._token.NAME:
            yield node.value, path
            return
        inner = node.children[1] if value_of(node.children[0]) == "(" else node
        if inner.type not in {self._symbols.tfplist, self._symbols.vfplist}:
            yield from self._places(inner, path)
            return
        parts = [part for part in inner.children if value_of(part) != ","]
        for place, part in enumerate(parts):
            yield from self._places(part, f"{path}[{place}]")

    def _is_no_variable(self, leaf: Any) -> bool:
        """Return whether a name is one of an attribute or a keyword argument."""
        before, after = leaf.prev_sibling, leaf.next_sibling
        is_attribute = before is not None and value_of(before) == "."
        is_keyword = leaf.parent.type == self._symbols.argument and after is not None and value_of(after) == "="
        return is_attribute or is_keyword

    def _is_bound_inside(self, leaf: Any, body: Any) -> bool:
        part, node = leaf, leaf.parent
        while part is not body:
            if node.type == self._symbols.comp_for and node.children[1] is part:
                return True
            if node.type in self._lambdas and part is not node.children[-1]:
                return True
            part, node = node, node.parent
        return False
