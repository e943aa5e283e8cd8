"""Builtins and methods that only Python 2 had."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.layout import Piece
from pong_pg.legacy.read.python2_signs import guarded
from pong_pg.legacy.tables.python2 import BUILTINS, METHODS

# What the name alone becomes: another builtin, something in a module, or a support.
_NAMES = {
    "basestring": "str", "file": "open", "long": "int", "raw_input": "input", "unichr": "chr", "unicode": "str",
    "xrange": "range", "buffer": "memoryview", "StandardError": "Exception",
}  # fmt: skip
_IN_MODULES = {"intern": ("sys", "intern"), "reduce": ("functools", "reduce"), "reload": ("importlib", "reload")}
_SUPPORTS = frozenset(["apply", "cmp", "coerce"])
_VIEWS = {
    "iteritems": "items", "iterkeys": "keys", "itervalues": "values",
    "viewitems": "items", "viewkeys": "keys", "viewvalues": "values",
}  # fmt: skip
# What goes once through an iterable and needs no iterator.
CONSUMERS = frozenset([
    "all", "any", "dict", "enumerate", "frozenset", "iter", "list", "max", "min", "set", "sorted", "sum", "tuple",
    "zip", "Counter", "OrderedDict", "deque", "join", "extend", "writelines", "fromkeys", "union", "intersection",
    "difference",
])  # fmt: skip
_WITH_FUNCTION = frozenset(["map", "filter", "reduce"])


def builtins(draft: Draft) -> None:
    """Replace builtins that only Python 2 had."""
    guards = guarded(draft.tree, by_errors=not draft.facts.python2)
    for node in draft.walk(ast.Name):
        if node.id in BUILTINS and draft.scopes.is_builtin(node) and id(node) not in guards:
            _builtin(draft, node)
    if draft.facts.python2:
        _bind_early(draft)
        for call in draft.walk(ast.Call):
            if draft.is_builtin(call.func, "input") and id(call) not in guards:
                draft.replace(call, "eval(", call, ")")
                draft.comment(call, "what is typed here is evaluated, as Python 3")


def _bind_early(draft: Draft) -> None:
    """Give the file a builtin under its name where only a function binds that globally, later."""
    declared = {name for node in draft.walk(ast.Global) for name in node.names} & BUILTINS.keys()
    at_top = {
        node.id
        for node in draft.walk(ast.Name)
        if isinstance(node.ctx, ast.Store) and draft.around(node, ast.FunctionDef, ast.Lambda, ast.ClassDef) is None
    }
    for name in sorted(declared - at_top):
        if name in _IN_MODULES:
            draft.from_module(*_IN_MODULES[name])
        elif name in _NAMES:
            draft.statement_at_top(f"{name} = {_NAMES[name]}")


def _builtin(draft: Draft, node: ast.Name) -> None:
    parent = draft.parent(node)
    called = parent if isinstance(parent, ast.Call) and parent.func is node else None
    if node.id == "apply" and called and 1 <= len(called.args) <= 3 and not called.keywords:
        _apply(draft, called)
    elif node.id == "execfile" and called:
        _execfile(draft, called)
    elif node.id == "unicode" and called and len(called.args) > 1:
        pass  # It decodes bytes, of which the rules for texts know.
    elif node.id in {"basestring", "unicode", "long"} and isinstance(parent, ast.Tuple):
        _type_among_others(draft, node, parent)
    elif node.id == "long" and isinstance(parent, ast.Call) and draft.is_builtin(parent.func, "isinstance"):
        draft.comment(node, "int and long are one type today; small integers were no long")
        draft.replace(node, "int")
    elif node.id == "file" and not called:
        draft.replace(node, f"{draft.module('io')}.IOBase")
    elif node.id == "buffer" and called and len(called.args) > 1:
        _, *ends = called.args
        last = [" + ", *draft.operand(ends[1])] if len(ends) > 1 else []
        stop: list[Piece] = [*draft.operand(ends[0]), *last] if last else []
        draft.replace(called, "memoryview(", called.args[0], ")[", ends[0], ":", *stop, "]")
    elif node.id in _NAMES:
        draft.replace(node, _NAMES[node.id])
    elif node.id in _IN_MODULES:
        module, name = _IN_MODULES[node.id]
        draft.replace(node, draft.from_module(module, name) if name == "reduce" else f"{draft.module(module)}.{name}")
    elif node.id in _SUPPORTS:
        draft.replace(node, draft.support(node.id))


def _apply(draft: Draft, call: ast.Call) -> None:
    function, *rest = call.args
    pieces: list[Piece] = [*draft.operand(function), "("]
    if rest and not (isinstance(rest[0], ast.Tuple) and not rest[0].elts):
        if isinstance(rest[0], ast.Tuple):
            for number, value in enumerate(rest[0].elts):
                pieces += [", " if number else "", value]
        else:
            pieces += ["*", *draft.operand(rest[0])]
    if len(rest) > 1:
        pieces += [", **" if pieces[-1] != "(" else "**", *draft.operand(rest[1])]
    draft.replace(call, *pieces, ")")


def _execfile(draft: Draft, call: ast.Call) -> None:
    path, *names = call.args
    draft.comment(call, "the file that is run here has to be Python 3, too")
    if isinstance(path, ast.Constant | ast.Name):
        code: tuple[Piece, ...] = ("compile(open(", path, ").read(), ", path, ', "exec")')
    else:
        code = ("open(", path, ").read()")
    draft.replace(call, "exec(", *code, *(part for name in names for part in (", ", name)), ")")


def _type_among_others(draft: Draft, node: ast.Name, among: ast.Tuple) -> None:
    """Leave a type out where the one that it is today is in the tuple, too."""
    new = _NAMES[node.id]
    same = [
        other
        for other in among.elts
        if isinstance(other, ast.Name) and (other.id == new or _NAMES.get(other.id) == new)
    ]
    if len(same) == len(among.elts) > 1:
        draft.replace(among, new)
    elif same[0] is node:
        draft.replace(node, new)
    else:
        place = among.elts.index(node)
        if place == 0 or len(among.elts) == 2:
            # Another type may be alone in the tuple then.
            draft.replace(node, new)
            return
        draft.change(draft.end(among.elts[place - 1]), draft.start(node), "")
        draft.replace(node, "")


def methods(draft: Draft) -> None:
    """Replace methods that only Python 2's types had."""
    guards = guarded(draft.tree, by_errors=not draft.facts.python2)
    own = {node.name for node in draft.walk(ast.FunctionDef)}
    for call in draft.walk(ast.Call):
        method = call.func
        if not isinstance(method, ast.Attribute) or call.keywords or id(call) in guards:
            continue
        if method.attr == "xreadlines" and draft.facts.python2 and method.attr not in own:
            # A file gives its lines itself.
            draft.replace(call, method.value)
        row = METHODS.get(method.attr)
        if row is None or len(call.args) != row.arguments:
            continue
        if method.attr == "next":
            if draft.facts.python2 or draft.facts.old_names:
                _next(draft, call, method)
        elif method.attr not in own:
            _method(draft, call, method)


def _method(draft: Draft, call: ast.Call, method: ast.Attribute) -> None:
    if method.attr == "has_key":
        _has_key(draft, call, method)
        return
    new = (*draft.operand(method.value), f".{_VIEWS[method.attr]}()")
    if method.attr.startswith("iter") and not is_consumed(draft, call):
        new = ("iter(", *new, ")")
    draft.replace(call, *new)


def _has_key(draft: Draft, call: ast.Call, method: ast.Attribute) -> None:
    key = call.args[0]
    tight = isinstance(key, ast.Compare | ast.BoolOp | ast.IfExp | ast.Lambda | ast.NamedExpr) or (
        isinstance(key, ast.UnaryOp) and isinstance(key.op, ast.Not)
    )
    left: tuple[Piece, ...] = ("(", key, ")") if tight else (key,)
    parent = draft.parent(call)
    target: ast.AST = call
    word = " in "
    if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not):
        target, word, parent = parent, " not in ", draft.parent(parent)
    pieces: tuple[Piece, ...] = (*left, word, method.value)
    if isinstance(parent, ast.Compare | ast.BinOp | ast.UnaryOp | ast.Attribute | ast.Subscript | ast.Starred):
        pieces = ("(", *pieces, ")")
    draft.replace(target, *pieces)


def _next(draft: Draft, call: ast.Call, method: ast.Attribute) -> None:
    own = [node for node in draft.walk(ast.ClassDef) if _defines_next(node)]
    values = draft.kinds.of(method.value).values
    classes = {value.site for value in values if value.name == "object"}
    if isinstance(method.value, ast.Name) and method.value.id == "self":
        classes = {draft.around(call, ast.ClassDef)}
    is_known = classes and all(isinstance(kind, ast.ClassDef) for kind in classes)
    if is_known and not any(_has_iter(kind) for kind in classes if isinstance(kind, ast.ClassDef)):
        # A method of that name, which stays one.
        return
    others = {value.name for value in values} - {"iterator", "file", "none", "object" if is_known else ""}
    if others and any(not _has_iter(kind) for kind in own):
        draft.replace(call, draft.support("next_of"), "(", method.value, ")")
    else:
        draft.replace(call, "next(", method.value, ")")


def _defines_next(kind: ast.ClassDef) -> bool:
    return any(isinstance(part, ast.FunctionDef) and part.name == "next" for part in kind.body)


def _has_iter(kind: ast.AST | None) -> bool:
    return isinstance(kind, ast.ClassDef) and any(
        isinstance(part, ast.FunctionDef) and part.name in {"__iter__", "__next__"} for part in kind.body
    )


def is_consumed(draft: Draft, node: ast.expr) -> bool:
    """Return whether something goes once through an iterable at once, so that any iterable does."""
    parent = draft.parent(node)
    match parent:
        case ast.For(iter=values) | ast.comprehension(iter=values) | ast.YieldFrom(value=values):
            found = values is node
        case ast.Call(func=function, args=args):
            name = function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")
            is_known = not isinstance(function, ast.Name) or draft.scopes.is_builtin(function) or name[0].isupper()
            found = is_known and (node in args[1:] if name in _WITH_FUNCTION else name in CONSUMERS and node in args)
        case ast.Assign(targets=targets):
            found = all(isinstance(target, ast.Tuple | ast.List) for target in targets)
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[values]):
            found = values is node
        case _:
            found = isinstance(parent, ast.Starred)
    return found


PASSES: tuple[Callable[[Draft], None], ...] = (methods, builtins)
