"""Methods of the standard library's classes that have another name today."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.flows import encode_argument
from pong_pg.legacy.tables.python2_library import METHODS

_OF_TESTS = METHODS["unittest:TestCase"]
_LOGGERS = frozenset({"log", "logger", "_log", "_logger"})
_THREADS = frozenset({
    "multiprocessing.Process", "threading.Thread", "threading.Timer", "threading.currentThread",
    "threading.current_thread",
})  # fmt: skip
# Method -> what is said instead, where its module is imported: a method, or with a dot before it an attribute.
_OF_MODULES: dict[str, dict[str, str]] = {
    "configparser": {"readfp": "read_file"},
    "threading": {"isAlive": "is_alive", "isSet": "is_set", "notifyAll": "notify_all"},
    "xml": {"getiterator": "iter"},
}
_OF_REQUESTS = {"get_data": "data", "get_host": "host", "get_selector": "selector", "get_type": "type"}
_OF_THREADS = {"getName": "name", "isDaemon": "daemon"}
_SETTERS = {"setDaemon": "daemon", "setName": "name"}


def library_methods(draft: Draft) -> None:
    """Call the methods by the names of today."""
    modules = {full.partition(".")[0] for full in draft.names.values()}
    own = {node.name for node in draft.walk(ast.FunctionDef)}
    renamed = {old: new for module, names in _OF_MODULES.items() if module in modules for old, new in names.items()}
    threads = _names_made_by(draft, _THREADS)
    arrays = _names_made_by(draft, frozenset({"array.array"}))
    parsers = _names_made_by(draft, frozenset({"html.parser.HTMLParser"}))
    for call in draft.walk(ast.Call):
        if not isinstance(call.func, ast.Attribute) or draft.full_name(call.func) or call.func.attr in own:
            continue
        name, value = call.func.attr, call.func.value
        if name in renamed and (name != "isSet" or not call.args):
            _rename(draft, call.func, renamed[name])
        elif name in _OF_TESTS and _is_test(draft, call):
            _rename_assertion(draft, call, call.func)
        elif name == "getchildren" and "xml" in modules and not call.args:
            draft.replace(call, "list(", value, ")")
        elif name in _OF_REQUESTS and "urllib" in modules and not call.args:
            _change_request(draft, call, value, _OF_REQUESTS[name])
        elif name == "warn" and "logging" in modules and _is_logger(draft, value):
            _rename(draft, call.func, "warning")
        elif name == "unescape" and _is_made(draft, value, parsers, "html.parser.HTMLParser"):
            draft.replace(call, f"{draft.module('html')}.unescape(", *call.args, ")")
        elif _is_made(draft, value, threads, "threading.current_thread") or _is_self_of(draft, value, _THREADS):
            _change_thread(draft, call, call.func)
        elif name in {"tostring", "fromstring"} and _is_made(draft, value, arrays, "array.array"):
            _rename(draft, call.func, "tobytes" if name == "tostring" else "frombytes")
            if call.args and draft.facts.python2:
                encode_argument(draft, call, 0)


def _rename(draft: Draft, attribute: ast.Attribute, name: str) -> None:
    draft.replace(attribute, attribute.value, f".{name}")


def _names_made_by(draft: Draft, makers: frozenset[str]) -> set[str]:
    """Return the names of variables and attributes that get what some classes make."""
    made: set[str] = set()
    own = {
        node.name for node in draft.walk(ast.ClassDef) if any(draft.full_name(base) in makers for base in node.bases)
    }
    for node in draft.walk(ast.Assign):
        if isinstance(node.value, ast.Call):
            function = node.value.func
            if draft.full_name(function) in makers or (isinstance(function, ast.Name) and function.id in own):
                made |= {_last_name(target) for target in node.targets}
    for loop in draft.walk(ast.For):
        if isinstance(loop.iter, ast.Name) and _holds(draft, loop.iter.id, makers | own):
            made.add(_last_name(loop.target))
    return made


def _holds(draft: Draft, name: str, makers: frozenset[str]) -> bool:
    """Return whether a list gets what some classes make, by a comprehension."""
    return any(
        isinstance(node.value, ast.ListComp)
        and isinstance(node.value.elt, ast.Call)
        and (draft.full_name(node.value.elt.func) or _last_name(node.value.elt.func)) in makers
        and any(_last_name(target) == name for target in node.targets)
        for node in draft.walk(ast.Assign)
    )


def _last_name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else "?"


def _is_made(draft: Draft, node: ast.expr, names: set[str], maker: str) -> bool:
    return _last_name(node) in names or (isinstance(node, ast.Call) and draft.full_name(node.func) == maker)


def _is_self_of(draft: Draft, node: ast.expr, classes: frozenset[str]) -> bool:
    """Return whether an expression is `self` in a class that is derived from one of these."""
    around = draft.around(node, ast.ClassDef)
    bases = around.bases if isinstance(around, ast.ClassDef) else []
    return _last_name(node) == "self" and any(draft.full_name(base) in classes for base in bases)


def _is_test(draft: Draft, call: ast.Call) -> bool:
    """Return whether a method is called of `self` in a test case."""
    around = draft.around(call, ast.ClassDef)
    is_self = isinstance(call.func, ast.Attribute) and _last_name(call.func.value) == "self"
    bases = around.bases if isinstance(around, ast.ClassDef) else []
    return is_self and any("Test" in _last_name(base) for base in bases)


def _change_request(draft: Draft, call: ast.Call, value: ast.expr, name: str) -> None:
    parent = draft.parent(call)
    is_shown = isinstance(parent, ast.Call) and getattr(parent.func, "id", "") in {"python2_text", "print", "text_of"}
    draft.replace(call, value, f".{name}", '.decode("latin-1")' if name == "data" and is_shown else "")
    if name == "data" and not is_shown:
        draft.comment(call, "these are bytes today")


def _rename_assertion(draft: Draft, call: ast.Call, function: ast.Attribute) -> None:
    new = _OF_TESTS[function.attr]
    if new == "assert_contains_subset":
        if len(call.args) == 2 and not call.keywords:
            expected, actual = call.args
            draft.replace(
                call, function.value, ".assertEqual(", *draft.operand(actual), ", {**", *draft.operand(actual), ", **",
                *draft.operand(expected), "})",
            )  # fmt: skip
        return
    _rename(draft, function, new)


def _is_logger(draft: Draft, node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return draft.full_name(node.func) == "logging.getLogger"
    return _last_name(node).lower() in _LOGGERS or _last_name(node) in _names_made_by(
        draft, frozenset({"logging.getLogger"})
    )


def _change_thread(draft: Draft, call: ast.Call, function: ast.Attribute) -> None:
    parent = draft.parent(call)
    if function.attr in _OF_THREADS and not call.args:
        draft.replace(call, function.value, f".{_OF_THREADS[function.attr]}")
    elif function.attr in _SETTERS and len(call.args) == 1 and isinstance(parent, ast.Expr):
        draft.replace(parent, function.value, f".{_SETTERS[function.attr]} = ", call.args[0])


PASSES: tuple[Callable[[Draft], None], ...] = (library_methods,)
