"""Exceptions: what was raised with a value, exceptions as sequences, `e.message`, and the current one in `sys`."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterator

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.python2_text import RAISED

_CURRENT = {"exc_type": 0, "exc_value": 1, "exc_traceback": 2}
_SINGLE = frozenset(["str", "int", "float", "bool", "list", "dict", "long"])


def raised(draft: Draft) -> None:
    """Decide what `raise E, value` raised."""
    for call in draft.walk(ast.Call):
        match call:
            case ast.Call(args=[ast.Call(func=ast.Name(id=name), args=[value]) as marked]) if name == RAISED:
                names = draft.kinds.of(value).names
                if names and names <= _SINGLE:
                    draft.replace(marked, value)
                elif isinstance(value, ast.Constant) and value.value is None:
                    draft.replace(call, draft.support("exception_of"), "(", call.func, ")")
                else:
                    draft.replace(call, draft.support("exception_of"), "(", call.func, ", ", value, ")")


def caught(draft: Draft) -> None:
    """Replace what exceptions no longer have."""
    if not draft.facts.python2:
        return
    errors = _Errors(draft)
    for node in draft.walk(ast.Attribute):
        place = _CURRENT.get(node.attr)
        if draft.full_name(node) == f"sys.{node.attr}" and place is not None:
            draft.replace(node, node.value, f".exc_info()[{place}]")
        elif node.attr == "message" and isinstance(node.ctx, ast.Load) and errors.lacks_message(node.value):
            draft.replace(node, draft.support("message_of"), "(", node.value, ")")
    for name in errors.used():
        if errors.is_sequence(name):
            draft.replace(name, name, ".args")


class _Errors:
    """The exceptions that a file catches."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._classes = {node.name: node for node in draft.walk(ast.ClassDef)}
        self._caught: dict[str, list[ast.ExceptHandler]] = {}
        for handler in draft.walk(ast.ExceptHandler):
            if handler.name:
                self._caught.setdefault(handler.name, []).append(handler)

    def used(self) -> Iterator[ast.Name]:
        """Yield the names that stand for a caught exception."""
        for node in self._draft.walk(ast.Name):
            if isinstance(node.ctx, ast.Load) and self._handler(node):
                yield node

    def _handler(self, node: ast.Name) -> ast.ExceptHandler | None:
        """Return the handler that has caught what a name stands for; None for a name of anything else."""
        around = self._draft.around(node, ast.ExceptHandler)
        while isinstance(around, ast.ExceptHandler):
            if around.name == node.id:
                return around
            around = self._draft.around(around, ast.ExceptHandler)
        return None

    def _own_classes(self, node: ast.expr) -> list[ast.ClassDef] | None:
        """Return the classes of the file that an exception may be of; None if it is no exception."""
        match node:
            case ast.Name() if handler := self._handler(node):
                kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
                return [found for kind in kinds for found in self._related(getattr(kind, "id", ""))]
            case ast.Call(func=ast.Name(id=name)) if self._is_error(name):
                return self._related(name)
        return None

    def _is_error(self, name: str) -> bool:
        kind = getattr(builtins, name, None)
        if name in self._classes:
            bases = self._classes[name].bases
            return any(isinstance(base, ast.Name) and self._is_error(base.id) for base in bases)
        return name == "StandardError" or (isinstance(kind, type) and issubclass(kind, BaseException))

    def _related(self, name: str) -> list[ast.ClassDef]:
        """Return a class of the file with those that it is derived from, and those that are derived from it."""
        found = [self._classes[name]] if name in self._classes else []
        for kind in found:
            found += [self._classes[base] for base in _bases(kind) if base in self._classes]
        return found + [kind for kind in self._classes.values() if name and name in _bases(kind)]

    def lacks_message(self, node: ast.expr) -> bool:
        """Return whether something is an exception whose class does not define `message`."""
        classes = self._own_classes(node)
        return classes is not None and not any(_defines(kind, "message") for kind in classes)

    def is_sequence(self, node: ast.Name) -> bool:
        """Return whether an exception is used as the sequence of its arguments."""
        classes = self._own_classes(node) or []
        if any(_defines(kind, "__getitem__") or _defines(kind, "__iter__") for kind in classes):
            return False
        parent = self._draft.parent(node)
        match parent:
            case ast.Subscript(value=value) | ast.For(iter=value) | ast.comprehension(iter=value):
                return value is node
            case ast.Assign(targets=[ast.Tuple() | ast.List()], value=value):
                return value is node
            case ast.Call(func=ast.Name(id="list" | "tuple" | "len") as function, args=[value]):
                return value is node and self._draft.scopes.is_builtin(function)
        return isinstance(parent, ast.Starred)


def _bases(kind: ast.ClassDef) -> list[str]:
    return [base.id for base in kind.bases if isinstance(base, ast.Name)]


def _defines(kind: ast.ClassDef, name: str) -> bool:
    for node in ast.walk(kind):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return True
        if isinstance(node, ast.Attribute) and node.attr == name and isinstance(node.ctx, ast.Store):
            return True
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store):
            return True
    return False


def standard_errors(draft: Draft) -> None:
    """Replace `StandardError`, which the errors of Python were derived from, but not `StopIteration` and warnings."""
    used = [node for node in draft.walk(ast.Name) if draft.is_builtin(node, "StandardError")]
    is_named = _raises(draft, "StandardError") and any(node.attr == "__name__" for node in draft.walk(ast.Attribute))
    if not is_named and not _raises_others(draft) and not any(_is_told_apart(draft, node) for node in used):
        # The rules for builtins say `Exception`.
        return
    for node in used:
        parent = draft.parent(node)
        if isinstance(parent, ast.ExceptHandler):
            draft.replace(node, draft.support("STANDARD_ERRORS"))
        elif isinstance(parent, ast.Tuple):
            draft.replace(node, "*", draft.support("STANDARD_ERRORS"))
        elif isinstance(parent, ast.Call) and node in parent.args[1:]:
            draft.replace(node, draft.support("STANDARD_ERRORS"))
        else:
            draft.replace(node, draft.support("StandardError"))


def _raises_others(draft: Draft) -> bool:
    """Return whether a file raises, or derives from, exceptions that `StandardError` was not the base of."""
    others = ("Exception", "StopIteration", "Warning", "UserWarning", "DeprecationWarning")
    bases = {base for node in draft.walk(ast.ClassDef) for base in _bases(node)}
    return not bases.isdisjoint(others) or _raises(draft, *others)


def _raises(draft: Draft, *names: str) -> bool:
    raised = [node.exc.func if isinstance(node.exc, ast.Call) else node.exc for node in draft.walk(ast.Raise)]
    return any(isinstance(node, ast.Name) and node.id in names for node in raised)


def _is_told_apart(draft: Draft, node: ast.Name) -> bool:
    """Return whether a handler for other exceptions stands after one for `StandardError`."""
    handler = draft.around(node, ast.ExceptHandler)
    block = draft.parent(handler) if handler else None
    if not isinstance(block, ast.Try) or not isinstance(handler, ast.ExceptHandler) or handler.type is None:
        return False
    if node not in set(ast.walk(handler.type)):
        return False
    return block.handlers[-1] is not handler


def generators(draft: Draft) -> None:
    """Let generators end where `StopIteration` ended them; today it is a `RuntimeError` there."""
    for function in draft.walk(ast.FunctionDef):
        own = _own(function)
        if not any(isinstance(node, ast.Yield | ast.YieldFrom) for node in own):
            continue
        for node in own:
            if isinstance(node, ast.Raise) and _is_stop(node.exc) and not _is_caught(draft, node, function):
                draft.replace(node, "return")
        calls = [node for node in own if _takes_next(draft, node) and not _is_caught(draft, node, function)]
        if calls and draft.facts.python2:
            first = function.decorator_list[0] if function.decorator_list else None
            name = draft.support("ends_at_stop_iteration")
            if first is None:
                draft.insert_before(function, f"@{name}")


def _own(function: ast.AST) -> list[ast.AST]:
    found: list[ast.AST] = []
    for child in ast.iter_child_nodes(function):
        found.append(child)
        if not isinstance(child, ast.FunctionDef | ast.ClassDef | ast.Lambda | ast.GeneratorExp):
            found += _own(child)
    return found


def _is_stop(node: ast.expr | None) -> bool:
    match node:
        case ast.Name(id="StopIteration") | ast.Call(func=ast.Name(id="StopIteration"), args=[]):
            return True
    return False


def _takes_next(draft: Draft, node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and len(node.args) == 1 and draft.is_builtin(node.func, "next")


def _is_caught(draft: Draft, node: ast.AST, function: ast.FunctionDef) -> bool:
    """Return whether a `try` of the same function may catch what a node raises."""
    inner: ast.AST = node
    around = draft.parent(node)
    while around is not None and around is not function:
        if isinstance(around, ast.Try) and inner in around.body:
            caught = [handler.type for handler in around.handlers]
            if any(
                kind is None or "StopIteration" in ast.dump(kind) or "'Exception'" in ast.dump(kind) for kind in caught
            ):
                return True
        inner, around = around, draft.parent(around)
    return False


PASSES: tuple[Callable[[Draft], None], ...] = (raised, caught, standard_errors)
# After `.next()` has become `next()`.
PASSES_AFTER_NAMES: tuple[Callable[[Draft], None], ...] = (generators,)
