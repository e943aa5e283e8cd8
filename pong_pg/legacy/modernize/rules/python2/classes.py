"""Classes: metaclasses, special methods that have other names or other meanings today, and old-style classes."""

from __future__ import annotations

import ast
import builtins
import textwrap
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.layout import Piece

_SLICES = frozenset(["__getslice__", "__setslice__", "__delslice__"])


def classes(draft: Draft) -> None:
    """Let classes mean what they meant in Python 2."""
    if draft.facts.python2:
        rules = _Classes(draft)
        for node in draft.walk(ast.ClassDef):
            rules.change(node)
        rules.rename()


class _Classes:
    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._all = {node.name: node for node in draft.walk(ast.ClassDef)}
        self._raised = _raised_names(draft)
        self._metaclass = next(
            (
                statement
                for statement in draft.tree.body
                if isinstance(statement, ast.Assign) and _targets(statement) == ["__metaclass__"]
            ),
            None,
        )
        # The names of methods, from then to now, that some class of the file has renamed.
        self._renamed: dict[str, str] = {}
        self._compares_by_not_equal = any(
            isinstance(operator, ast.NotEq)
            and not any(isinstance(side, ast.Constant) for side in (node.left, *node.comparators))
            for node in draft.walk(ast.Compare)
            for operator in node.ops
        )

    def change(self, node: ast.ClassDef) -> None:
        """Change a class."""
        bases: list[list[Piece]] = [[base] for base in node.bases]
        keywords: list[list[Piece]] = [[keyword] for keyword in node.keywords]
        made_by = self._take_metaclass(node)
        if made_by:
            keywords.append(["metaclass=", *made_by])
        methods = {part.name: part for part in node.body if isinstance(part, ast.FunctionDef)}
        names = {name for part in node.body for name in _names(part)}
        is_old = self._is_old_style(node)
        if not bases and is_old and node.name in self._raised:
            bases.append(["Exception"])
        if "__cmp__" in names:
            self._compare(bases, names, is_old=is_old)
        else:
            self._equal(node, names, is_old=is_old)
        self._rename_methods(node, names, methods)
        self._decorate(node, names, is_old=is_old)
        if "__init__" in methods and self._is_error(node) and not self._has_text(node):
            self._start_without_arguments(methods["__init__"])
        self._write_head(node, bases, keywords)

    # The head of the class.

    def _write_head(self, node: ast.ClassDef, bases: list[list[Piece]], keywords: list[list[Piece]]) -> None:
        if [[base] for base in node.bases] == bases and len(node.keywords) == len(keywords):
            return
        draft = self._draft
        parts = [*node.bases, *node.keywords]
        if parts:
            # A base may stand in front of the others, or for the first of them; a metaclass comes last.
            heads: list[list[Piece]] = [[part] for part in parts]
            if node.bases:
                front = bases[: len(bases) - len(node.bases) + 1]
                heads[0] = [piece for base in front for piece in (*base, ", ")][:-1]
            for added in keywords[len(node.keywords) :]:
                heads[-1] += [", ", *added]
            for part, head in zip(parts, heads, strict=True):
                if head != [part]:
                    draft.replace(part, *head)
            return
        pieces: list[Piece] = ["("]
        for number, argument in enumerate([*bases, *keywords]):
            pieces += [", " if number else "", *argument]
        start = draft.text.index(
            node.name, draft.start(node) if not node.decorator_list else draft.end(node.decorator_list[-1])
        )
        end = draft.text.index(":", start)
        # The pieces hold no nodes where the class had neither bases nor keywords, but for the metaclass's.
        text = "".join(piece if isinstance(piece, str) else draft.source(piece) for piece in pieces)
        draft.change(start + len(node.name), end, f"{text})")

    def _take_metaclass(self, node: ast.ClassDef) -> list[Piece]:
        draft = self._draft
        for part in node.body:
            if isinstance(part, ast.Assign) and _targets(part) == ["__metaclass__"]:
                if not self._is_asked_for():
                    draft.remove(part)
                return [draft.source(part.value)]
            if isinstance(part, ast.ClassDef) and part.name == "__metaclass__":
                name = f"Metaclass{node.name}"
                text = textwrap.dedent(draft.indent(part) + draft.source(part)).replace("__metaclass__", name, 1)
                draft.insert_before(node, f"{text}\n\n")
                draft.remove(part)
                return [name]
        if self._metaclass is not None and not node.bases and draft.around(node, ast.ClassDef, ast.FunctionDef) is None:
            value = self._metaclass.value
            if isinstance(value, ast.Name) and value.id == "type":
                return []
            return [draft.source(value)]
        return []

    def _is_asked_for(self) -> bool:
        return any(node.attr == "__metaclass__" for node in self._draft.walk(ast.Attribute))

    def _is_old_style(self, node: ast.ClassDef) -> bool:
        """Return whether a class was an old-style one: none of its bases was `object`."""
        if self._metaclass is not None or any("__metaclass__" in _names(part) for part in node.body):
            return False
        return all(
            isinstance(base, ast.Name)
            and base.id in self._all
            and self._all[base.id] is not node
            and self._is_old_style(self._all[base.id])
            for base in node.bases
        )

    # Exceptions.

    def _is_error(self, node: ast.ClassDef) -> bool:
        for base in node.bases:
            name = base.id if isinstance(base, ast.Name) else ""
            kind = getattr(builtins, name, None)
            if name == "StandardError" or (isinstance(kind, type) and issubclass(kind, BaseException)):
                return True
            if name in self._all and self._all[name] is not node and self._is_error(self._all[name]):
                return True
        return False

    def _has_text(self, node: ast.ClassDef) -> bool:
        """Return whether a class of the file defines the text of an exception."""
        return any(name == "__str__" for part in node.body for name in _names(part)) or any(
            self._has_text(self._all[base.id])
            for base in node.bases
            if isinstance(base, ast.Name) and base.id in self._all and self._all[base.id] is not node
        )

    def _start_without_arguments(self, method: ast.FunctionDef) -> None:
        """Let an exception have no arguments, and so no text, that its `__init__` does not give to that of its base."""
        if any(isinstance(node, ast.Attribute) and node.attr in {"__init__", "args"} for node in ast.walk(method)):
            return
        first = method.body[0]
        is_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        if is_docstring:
            self._draft.insert_after(first, "Exception.__init__(self)")
        else:
            self._draft.insert_before(first, "Exception.__init__(self)")

    # Comparisons.

    def _compare(self, bases: list[list[Piece]], names: set[str], *, is_old: bool) -> None:
        base = "ComparedByCmp" if "__hash__" in names or not is_old else "ComparedByCmpWithoutHash"
        name = self._draft.support(base)
        if bases and isinstance(bases[0][0], ast.Name) and bases[0][0].id == "object":
            bases[0] = [name]
        else:
            bases.insert(0, [name])

    def _equal(self, node: ast.ClassDef, names: set[str], *, is_old: bool) -> None:
        if "__eq__" not in names:
            return
        added = []
        if "__hash__" not in names and not is_old:
            base = node.bases[0] if node.bases else None
            is_own = isinstance(base, ast.Name) and base.id in self._all
            added.append(f"__hash__ = {self._draft.source(base) if is_own and base else 'object'}.__hash__")
        if "__ne__" not in names and self._compares_by_not_equal and not self._base_defines(node, "__ne__"):
            added.append("def __ne__(self, other):\n    return self is not other")
            self._draft.comment(node, "Python 2 did not derive `!=` from `==`: only an object itself is not unequal.")
        if added:
            code = "\n\n".join(added)
            self._append(node, f"\n{code}")

    def _base_defines(self, node: ast.ClassDef, name: str) -> bool:
        for base in node.bases:
            kind = self._all.get(base.id) if isinstance(base, ast.Name) else None
            if kind is not None and kind is not node:
                names = {defined for part in kind.body for defined in _names(part)}
                # What is added to the base, too.
                if name in names or "__eq__" in names or self._base_defines(kind, name):
                    return True
        return False

    def _append(self, node: ast.ClassDef, code: str) -> None:
        last = node.body[-1]
        indent = self._draft.indent(node.body[0])
        self._draft.wrap(last, "", "\n" + textwrap.indent(code, indent))

    # Methods.

    def _rename_methods(self, node: ast.ClassDef, names: set[str], methods: dict[str, ast.FunctionDef]) -> None:
        draft = self._draft
        renamed = {"__nonzero__": "__bool__"}
        if "__iter__" in names or self._base_defines(node, "__iter__"):
            renamed["next"] = "__next__"
        if "__unicode__" in names and "__str__" not in names:
            if "__repr__" in names:
                draft.comment(
                    node, "Python 2 called `__unicode__` only for `unicode(...)`; `str` and `print` use `__repr__`"
                )
            else:
                renamed["__unicode__"] = "__str__"
        elif "__unicode__" in names and "__str__" in methods and _only_encodes(methods["__str__"]):
            draft.remove(methods["__str__"])
            renamed["__unicode__"] = "__str__"
        for old, new in renamed.items():
            if old not in names:
                continue
            if new in names:
                draft.comment(node, f"Python 2 called `{old}` where Python 3 calls `{new}`; the class has both.")
                continue
            self._renamed[old] = new
            for part in node.body:
                self._rename_in(part, old, new)
            if old == "__nonzero__" and old in methods:
                self._return_truth(methods[old])

    def _rename_in(self, part: ast.stmt, old: str, new: str) -> None:
        draft = self._draft
        if isinstance(part, ast.FunctionDef) and part.name == old:
            start = draft.end(part.decorator_list[-1]) if part.decorator_list else draft.start(part)
            place = draft.text.index(f" {old}", start) + 1
            draft.change(place, place + len(old), new)
        elif isinstance(part, ast.Assign):
            for name in ast.walk(part):
                if isinstance(name, ast.Name) and name.id == old:
                    draft.replace(name, new)

    def _return_truth(self, method: ast.FunctionDef) -> None:
        for node in ast.walk(method):
            if isinstance(node, ast.Return) and node.value is not None and not self._is_truth(node.value):
                self._draft.replace(node.value, "bool(", node.value, ")")

    def _is_truth(self, node: ast.expr) -> bool:
        return self._draft.kinds.of(node).names <= {"bool"} or (
            isinstance(node, ast.Call) and self._draft.is_builtin(node.func, "bool")
        )

    def rename(self) -> None:
        """Rename methods where they are used by name."""
        for node in self._draft.walk(ast.Attribute):
            if node.attr in self._renamed and node.attr.startswith("__"):
                self._draft.replace(node, *self._draft.operand(node.value), f".{self._renamed[node.attr]}")
            elif node.attr == "next" and "next" in self._renamed and self._is_of_class(node.value):
                self._draft.replace(node, *self._draft.operand(node.value), ".__next__")
            elif node.attr in {"__getslice__", "__setslice__", "__delslice__"}:
                self._slice_of_base(node)
        if self._metaclass is not None:
            self._draft.remove(self._metaclass)

    def _is_of_class(self, value: ast.expr) -> bool:
        """Return whether a method is taken from a class, or from `super`."""
        is_super = isinstance(value, ast.Call) and self._draft.is_builtin(value.func, "super")
        return is_super or (isinstance(value, ast.Name) and value.id in self._all)

    def _slice_of_base(self, node: ast.Attribute) -> None:
        """Replace `list.__getslice__(self, i, j)`, as builtin types have only methods for items today."""
        call = self._draft.parent(node)
        if not isinstance(call, ast.Call) or call.func is not node:
            return
        bound = 0 if isinstance(node.value, ast.Call) else 1
        before, rest = call.args[:bound], call.args[bound:]
        if len(rest) < 2:
            return
        pieces: list[Piece] = [node.value, f".{node.attr.replace('slice', 'item')}("]
        for value in before:
            pieces += [value, ", "]
        pieces += ["slice(", rest[0], ", ", rest[1], ")"]
        pieces += [part for value in rest[2:] for part in (", ", value)]
        self._draft.replace(call, *pieces, ")")

    # What takes a function that changes the class.

    def _decorate(self, node: ast.ClassDef, names: set[str], *, is_old: bool) -> None:
        needed = []
        if names & _SLICES:
            needed.append("sliced_by_methods")
        if "__coerce__" in names:
            needed.append("coerces")
        if is_old and "__getattr__" in names and self._delegates(node):
            needed.append("delegates_special_methods")
        for name in needed:
            self._draft.insert_before(node, f"@{self._draft.support(name)}")

    def _delegates(self, node: ast.ClassDef) -> bool:
        return any(
            isinstance(call, ast.Call) and self._draft.is_builtin(call.func, "getattr")
            for part in node.body
            if isinstance(part, ast.FunctionDef) and part.name == "__getattr__"
            for call in ast.walk(part)
        )


def _raised_names(draft: Draft) -> frozenset[str]:
    """Return the names that a file raises or catches."""
    found: set[str] = set()
    for node in ast.walk(draft.tree):
        kinds: list[ast.expr] = []
        if isinstance(node, ast.Raise) and node.exc is not None:
            kinds = [node.exc.func if isinstance(node.exc, ast.Call) else node.exc]
            if (
                isinstance(node.exc, ast.Call)
                and isinstance(kinds[0], ast.Name)
                and kinds[0].id.startswith("exception_of")
            ):
                kinds = node.exc.args[:1]
        elif isinstance(node, ast.ExceptHandler) and node.type is not None:
            kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
        found |= {kind.id for kind in kinds if isinstance(kind, ast.Name)}
    return frozenset(found)


def _targets(statement: ast.Assign) -> list[str]:
    return [target.id for target in statement.targets if isinstance(target, ast.Name)]


def _names(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return [statement.name]
    return _targets(statement) if isinstance(statement, ast.Assign) else []


def _only_encodes(method: ast.FunctionDef) -> bool:
    """Return whether a method is `return unicode(self).encode(...)`."""
    match method.body[-1]:
        case ast.Return(value=ast.Call(func=ast.Attribute(attr="encode", value=ast.Call(args=[ast.Name()])))):
            return len(method.body) == 1
    return False


PASSES: tuple[Callable[[Draft], None], ...] = (classes,)
