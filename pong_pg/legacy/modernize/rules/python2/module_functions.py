"""Functions of old modules that no function of today's stands for: how their calls are written instead."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize import supports
from pong_pg.legacy.modernize.draft import Draft

# The rules of the names in the tables; each returns whether it has replaced the name, or the call.
_Rule = Callable[[Draft, ast.expr, ast.Call | None], bool]

# Old helper -> the function of `support` for it.
_SUPPORTS = {
    "div": "divide",
    "idiv": "divide",
    "new_instance": "new_instance",
    "walk": "walk_directories",
}
_PLAIN = {
    "FALSE": "False",
    "buffer": "memoryview",
    "ifilter": "filter",
    "STRING_TYPES": "str",
}


def replace(draft: Draft, node: ast.expr, call: ast.Call | None, name: str) -> bool:
    """Let something else stand for an old name.

    Args:
        draft: the file.
        node: the name, or the attribute of a module.
        call: the call of it, if it is called there.
        name: what the tables say of it.
    """
    rule = _RULES.get(name)
    if rule is not None:
        return rule(draft, node, call)
    if name in _PLAIN:
        draft.replace(node, _PLAIN[name])
        return True
    support = _SUPPORTS.get(name, name)
    if not supports.exists(support):
        return False
    draft.replace(node, draft.support(support))
    return True


def _is_statement(draft: Draft, node: ast.expr) -> ast.Expr | None:
    parent = draft.parent(node)
    return parent if isinstance(parent, ast.Expr) else None


def _nothing(draft: Draft, node: ast.expr, call: ast.Call | None) -> bool:
    statement = _is_statement(draft, call) if call else None
    if statement is not None:
        draft.remove(statement)
    else:
        draft.replace(call or node, "None" if call else "(lambda *_: None)")
    if isinstance(node, ast.Attribute) and node.attr == "setdefaultencoding":
        _remove_reload(draft)
    return True


def _remove_reload(draft: Draft) -> None:
    """Remove `reload(sys)`, which was there for the sake of `sys.setdefaultencoding`."""
    for statement in draft.walk(ast.Expr):
        match statement.value:
            case ast.Call(func=function, args=[ast.Name(id="sys")]) if not draft.is_replaced(statement):
                if draft.is_builtin(function, "reload") or draft.full_name(function).endswith(".reload"):
                    draft.remove(statement)


def _join(draft: Draft, node: ast.expr, call: ast.Call | None) -> bool:
    if call is None:
        draft.replace(node, '" ".join')
        return True
    if call.keywords or not 1 <= len(call.args) <= 2:
        return False
    separator = draft.operand(call.args[1]) if len(call.args) == 2 else ('" "',)
    draft.replace(call, *separator, ".join(", call.args[0], ")")
    return True


def _translate(draft: Draft, node: ast.expr, call: ast.Call | None) -> bool:
    del node
    if call is None or not 2 <= len(call.args) <= 3:
        return False
    others = [piece for other in call.args[1:] for piece in (", ", other)][1:]
    draft.replace(call, *draft.operand(call.args[0]), ".translate(", *others, ")")
    return True


def _maketrans(draft: Draft, node: ast.expr, call: ast.Call | None) -> bool:
    is_only_table = call is not None and _is_only_table(draft, call)
    draft.replace(node, "str.maketrans" if is_only_table else draft.support("maketrans"))
    return True


def _is_only_table(draft: Draft, call: ast.Call) -> bool:
    """Return whether a table is used by `translate` alone, and not as the string that it was."""
    places: list[ast.expr] = [call]
    parent = draft.parent(call)
    if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name):
        variable = draft.scopes.variable(parent.targets[0])
        names = [name for name in draft.walk(ast.Name) if isinstance(name.ctx, ast.Load)]
        places = [name for name in names if draft.scopes.variable(name) == variable]
    return all(
        isinstance(user := draft.parent(place), ast.Call)
        and isinstance(user.func, ast.Attribute)
        and user.func.attr == "translate"
        for place in places
    )


def _zfill(draft: Draft, node: ast.expr, call: ast.Call | None) -> bool:
    del node
    if call is None or len(call.args) != 2:
        return False
    number, width = call.args
    is_text = isinstance(number, ast.Constant) and isinstance(number.value, str)
    text = draft.operand(number) if is_text else ("str(", number, ")")
    draft.replace(call, *text, ".zfill(", width, ")")
    return True


def _getslice(draft: Draft, node: ast.expr, call: ast.Call | None) -> bool:
    del node
    if call is None or len(call.args) != 3:
        return False
    of, start, stop = call.args
    draft.replace(call, *draft.operand(of), "[", start, ":", stop, "]")
    return True


def _setslice(draft: Draft, node: ast.expr, call: ast.Call | None) -> bool:
    del node
    statement = _is_statement(draft, call) if call else None
    if call is None or statement is None or len(call.args) != 4:
        return False
    of, start, stop, value = call.args
    draft.replace(statement, *draft.operand(of), "[", start, ":", stop, "] = ", value)
    return True


def _delslice(draft: Draft, node: ast.expr, call: ast.Call | None) -> bool:
    del node
    statement = _is_statement(draft, call) if call else None
    if call is None or statement is None or len(call.args) != 3:
        return False
    of, start, stop = call.args
    draft.replace(statement, "del ", *draft.operand(of), "[", start, ":", stop, "]")
    return True


def _operator(name: str) -> _Rule:
    def rule(draft: Draft, node: ast.expr, call: ast.Call | None) -> bool:
        del call
        draft.replace(node, f"{draft.module('operator')}.{name}")
        return True

    return rule


def _instance_of(module: str, name: str) -> _Rule:
    def rule(draft: Draft, node: ast.expr, call: ast.Call | None) -> bool:
        del node
        if call is None or len(call.args) != 1:
            return False
        draft.replace(call, "isinstance(", call.args[0], f", {draft.module(module)}.{name})")
        return True

    return rule


def _nested(draft: Draft, node: ast.expr, call: ast.Call | None) -> bool:
    """Turn `with nested(a, b) as (x, y)` into `with a as x, b as y`."""
    del node
    item = draft.parent(call) if call else None
    if call is None or not isinstance(item, ast.withitem) or call.keywords:
        return False
    if any(isinstance(one, ast.Starred) for one in call.args) or not call.args:
        return False
    targets: list[ast.expr] = []
    if item.optional_vars is not None:
        if not isinstance(item.optional_vars, ast.Tuple | ast.List):
            return False
        targets = item.optional_vars.elts
        if len(targets) != len(call.args):
            return False
    pieces: list[str | ast.AST] = []
    for number, manager in enumerate(call.args):
        pieces += [", " if number else "", manager]
        if targets and number < len(targets) - 1:
            pieces += [" as ", targets[number]]
    draft.replace(call, *pieces)
    if targets and item.optional_vars is not None:
        # The last manager stands before the `as` that was there.
        draft.replace(item.optional_vars, targets[-1])
    return True


def _getargspec(draft: Draft, node: ast.expr, call: ast.Call | None) -> bool:
    parent = draft.parent(call) if call else None
    full = f"{draft.module('inspect')}.getfullargspec"
    match parent:
        case ast.Attribute(attr="args" | "varargs" | "defaults"):
            draft.replace(node, full)
        case ast.Attribute(attr="keywords"):
            draft.replace(node, full)
            draft.replace(parent, parent.value, ".varkw")
        case ast.Subscript(slice=ast.Constant(value=0 | 1 | 2 | 3)):
            draft.replace(node, full)
        case ast.Assign(targets=[ast.Tuple(elts=[_, _, _, _])]):
            draft.replace(node, full)
            draft.wrap(parent.value, "", "[:4]")
        case _:
            draft.replace(node, draft.support("getargspec"))
    return True


def _level_names(draft: Draft, node: ast.expr, call: ast.Call | None) -> bool:
    del call
    parent = draft.parent(node)
    if not isinstance(parent, ast.Subscript) or not isinstance(parent.ctx, ast.Load):
        return False
    draft.replace(parent, f"{draft.module('logging')}.getLevelName(", parent.slice, ")")
    return True


def _string_types(draft: Draft, node: ast.expr, call: ast.Call | None) -> bool:
    del call
    draft.replace(node, "(str,)" if isinstance(draft.parent(node), ast.Compare) else "str")
    return True


def _imap(draft: Draft, node: ast.expr, call: ast.Call | None) -> bool:
    if call and call.args and isinstance(call.args[0], ast.Constant) and call.args[0].value is None:
        others = [piece for other in call.args[1:] for piece in (", ", other)][1:]
        draft.replace(call, "zip(", *others, ")")
    else:
        draft.replace(node, "map")
    return True


def _instancemethod(draft: Draft, node: ast.expr, call: ast.Call | None) -> bool:
    name = f"{draft.module('types')}.MethodType"
    if call is None:
        draft.replace(node, name)
        return True
    if not 2 <= len(call.args) <= 3 or call.keywords:
        return False
    draft.replace(call, f"{name}(", call.args[0], ", ", call.args[1], ")")
    return True


def _setcheckinterval(draft: Draft, node: ast.expr, call: ast.Call | None) -> bool:
    if "getcheckinterval" in draft.text:
        draft.replace(node, draft.support("setcheckinterval"))
        return True
    return _nothing(draft, node, call)


def _escape_html(draft: Draft, node: ast.expr, call: ast.Call | None) -> bool:
    if call is None or len(call.args) != 1 or call.keywords:
        return False
    draft.replace(call, f"{draft.module('html')}.escape(", call.args[0], ", quote=False)")
    del node
    return True


def _with_keyword(module: str, name: str, keyword: str, arguments: int) -> _Rule:
    def rule(draft: Draft, node: ast.expr, call: ast.Call | None) -> bool:
        del node
        if call is None or len(call.args) != arguments or call.keywords:
            return False
        parts = [piece for one in call.args for piece in (one, ", ")]
        draft.replace(call, f"{draft.module(module)}.{name}(", *parts, f"{keyword})")
        return True

    return rule


_RULES: dict[str, _Rule] = {
    "LEVEL_NAMES": _level_names,
    "STRING_TYPES": _string_types,
    "copy_tree": _with_keyword("shutil", "copytree", "dirs_exist_ok=True", 2),
    "delslice": _delslice,
    "escape_html": _escape_html,
    "getargspec": _getargspec,
    "getslice": _getslice,
    "imap": _imap,
    "instancemethod": _instancemethod,
    "irepeat": _operator("imul"),
    "is_mapping": _instance_of("collections.abc", "Mapping"),
    "is_number": _instance_of("numbers", "Number"),
    "is_sequence": _instance_of("collections.abc", "Sequence"),
    "join": _join,
    "make_path": _with_keyword("os", "makedirs", "exist_ok=True", 1),
    "maketrans": _maketrans,
    "nested": _nested,
    "nothing": _nothing,
    "repeat": _operator("mul"),
    "setcheckinterval": _setcheckinterval,
    "setdefaultencoding": _nothing,
    "setslice": _setslice,
    "translate": _translate,
    "zfill": _zfill,
}
