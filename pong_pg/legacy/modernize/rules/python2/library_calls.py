"""Functions of the standard library that did something else in Python 2, or have lost arguments."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Container, Iterator

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.openings import has_byte_literals

_JSON = frozenset({"json.dump", "json.dumps", "json.load", "json.loads"})
_PARSERS = frozenset({"configparser.ConfigParser", "configparser.RawConfigParser"})
_ROUNDED = {"math.ceil": "ceil_as_float", "math.floor": "floor_as_float"}
_WITH_PATTERNS = frozenset({
    "re.compile", "re.findall", "re.finditer", "re.match", "re.search", "re.split", "re.sub", "re.subn",
})  # fmt: skip
_PIPES = frozenset({"stdin", "stdout", "stderr"})
_COMMANDS = frozenset({"subprocess.Popen", "subprocess.check_output"})
# Builtins, and functions that files have got, which show a value.
_SHOW = frozenset({"print", "python2_repr", "python2_text", "repr", "str", "text_of"})
_QUOTING = frozenset({"urllib.parse.quote", "urllib.parse.quote_plus", "urllib.parse.urlencode"})
# What a whole number is as good for as a float.
_TO_INTEGERS = frozenset({"float", "int", "long", "range", "xrange"})


def library_calls(draft: Draft) -> None:
    """Give calls the arguments that keep what they did."""
    for call in draft.walk(ast.Call):
        full = draft.full_name(call.func)
        if full in _JSON:
            _without(draft, call, "encoding")
        if draft.facts.python2:
            _keep(draft, call, full)
    if draft.facts.python2:
        _keep_parsers(draft)
        _catch_bad_codes(draft)
        _show_white_space(draft)
        _print_options(draft)
        _pass_two_arguments(draft)


def _keep(draft: Draft, call: ast.Call, full: str) -> None:
    """Change a call so that it does what it did in Python 2."""
    named = {keyword.arg for keyword in call.keywords}
    if full in _JSON and full.startswith("json.dump") and "indent" in named and "separators" not in named:
        # Python 2 left a space at the ends of lines.
        _add(draft, call, 'separators=(", ", ": ")')
    elif full in _PARSERS and not named & {"inline_comment_prefixes", "strict"}:
        _add(draft, call, 'inline_comment_prefixes=(";",), strict=False')
    elif full == "hmac.new" and len(call.args) == 2 and not named:
        _add(draft, call, 'digestmod="md5"')
    elif full == "math.factorial" and call.args and _is_float(call.args[0]):
        draft.wrap(call.args[0], "int(", ")")
    elif full.startswith("urllib."):
        _keep_url(draft, call, full)
    elif full == "dbm.open":
        draft.comment(call, "its keys and values are bytes today")
    elif full in _ROUNDED:
        _round(draft, call, _ROUNDED[full])
    elif full in _COMMANDS:
        _in_text(draft, call, full)
    elif full.startswith("re.") and call.args:
        _keep_pattern(draft, call, full)
        if has_byte_literals(draft.text):
            _of_ascii(draft, call, full)
    elif isinstance(call.func, ast.Attribute) and not full:
        _keep_method(draft, call, call.func)


def _keep_url(draft: Draft, call: ast.Call, full: str) -> None:
    """Keep codes of tildes, and open files by their paths."""
    has_safe = len(call.args) > 1 and full != "urllib.parse.urlencode"
    if full in _QUOTING and _has_tilde(draft) and not has_safe:
        draft.wrap(call, "", '.replace("~", "%7E")')
    elif full == "urllib.request.urlopen" and call.args and _is_path(call.args[0]):
        draft.wrap(call.args[0], f"{draft.from_module('pathlib', 'Path')}(", ").absolute().as_uri()")


def _has_tilde(draft: Draft) -> bool:
    """Return whether a text of the file has a tilde, which stays as it is in a quoted one today; it became %7E."""
    return "~" in draft.text and any(
        isinstance(node.value, str) and "~" in node.value for node in draft.walk(ast.Constant)
    )


def _is_path(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and ":" not in node.value


def _keep_method(draft: Draft, call: ast.Call, function: ast.Attribute) -> None:
    if function.attr == "translate" and len(call.args) == 2:
        _translate(draft, call, function)
    elif function.attr == "set" and len(call.args) == 3 and "configparser" in draft.names.values():
        value = call.args[2]
        if isinstance(value, ast.Constant) and isinstance(value.value, int | float):
            # They are strings today.
            draft.wrap(value, "str(", ")")
        elif isinstance(value, ast.Constant) and "%" in str(value.value):
            draft.comment(call, "a % that begins no name is to be %% today, but for RawConfigParser")
    elif function.attr == "_asdict" and _is_shown(draft, call, draft.parent(call)):
        draft.wrap(call, f"{draft.from_module('collections', 'OrderedDict')}(", ")")


def coroutines(draft: Draft) -> None:
    """Turn `@asyncio.coroutine` with `yield from` into `async def` with `await`."""
    for function in draft.walk(ast.FunctionDef):
        if not function.decorator_list or draft.full_name(function.decorator_list[-1]) != "asyncio.coroutine":
            continue
        decorator = function.decorator_list[-1]
        at = draft.text.rindex("@", 0, draft.start(decorator))
        start = draft.text.index("def", draft.end(decorator))
        draft.replace(decorator)
        draft.change(at, draft.start(decorator), "")
        draft.change(draft.end(decorator), start, "async ")
        for node in _own_nodes(function):
            if isinstance(node, ast.YieldFrom):
                draft.replace(node, "await ", node.value)


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function that are in no other function."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            yield child
            yield from _own_nodes(child)


def _catch_bad_codes(draft: Draft) -> None:
    """Catch the error of today for codes of bytes that are wrong, which was a TypeError."""
    for node in draft.walk(ast.Try):
        calls = [part for statement in node.body for part in ast.walk(statement) if isinstance(part, ast.Call)]
        if any(draft.full_name(call.func).startswith(("base64.", "binascii.")) for call in calls):
            for handler in node.handlers:
                if isinstance(handler.type, ast.Name) and handler.type.id == "TypeError":
                    draft.replace(handler.type, "(TypeError, ValueError)")


def _keep_parsers(draft: Draft) -> None:
    for node in draft.walk(ast.Attribute):
        parent = draft.parent(node)
        is_called = isinstance(parent, ast.Call) and parent.func is node
        is_listed = isinstance(parent, ast.Tuple | ast.List) and not isinstance(draft.parent(parent), ast.Call)
        if draft.full_name(node) in _PARSERS and (is_listed or isinstance(parent, ast.Assign)):
            partial = f"{draft.module('functools')}.partial("
            draft.wrap(node, partial, ', inline_comment_prefixes=(";",), strict=False)')
        elif draft.full_name(node) in _PARSERS and not is_called and not isinstance(parent, ast.ClassDef):
            draft.comment(node, 'as in Python 2 only with inline_comment_prefixes=(";",) and strict=False')


def _without(draft: Draft, call: ast.Call, name: str) -> None:
    """Take a keyword out of a call."""
    for keyword in call.keywords:
        if keyword.arg == name:
            before = max([draft.end(call.func) + 1, *(draft.end(one) for one in [*call.args, *call.keywords]
                          if draft.end(one) <= draft.start(keyword))])  # fmt: skip
            draft.replace(keyword)
            draft.change(before, draft.start(keyword), "")


def _add(draft: Draft, call: ast.Call, keyword: str) -> None:
    end = draft.end(call) - 1
    has_arguments = call.args or call.keywords
    is_ended = draft.text[:end].rstrip().endswith(",")
    draft.change(end, end, f"{', ' if has_arguments and not is_ended else ''}{keyword}")


def _round(draft: Draft, call: ast.Call, support: str) -> None:
    match draft.parent(call):
        case ast.Call(func=ast.Name(id=name), args=arguments) if call in arguments and name in _TO_INTEGERS:
            return
    draft.replace(call.func, draft.support(support))


def _in_text(draft: Draft, call: ast.Call, full: str) -> None:
    """Let a command's output be text, unless the script decodes it or hands it on as bytes."""
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    if {"text", "universal_newlines", "encoding", None} & named.keys():
        return
    pipes = [value for name, value in named.items() if name in _PIPES]
    has_pipes = any(draft.full_name(value) == "subprocess.PIPE" for value in pipes)
    if full == "subprocess.Popen" and not has_pipes:
        return
    parent = draft.parent(call)
    if (isinstance(parent, ast.Attribute) and parent.attr == "decode") or _pipes_bytes(draft):
        return
    for keyword in call.keywords:
        if keyword.arg == "bufsize" and isinstance(keyword.value, ast.Constant) and keyword.value.value == 0:
            draft.replace(keyword.value, "1")
    _add(draft, call, 'encoding="latin-1"' if has_byte_literals(draft.text) else "text=True")
    for literal in draft.walk(ast.Call):
        match literal:
            case ast.Call(
                func=ast.Name(id="iter"), args=[ast.Attribute(attr="readline"), ast.Constant(value=b"") as end]
            ):
                draft.replace(end, '""')


def _pipes_bytes(draft: Draft) -> bool:
    """Return whether a file writes the bytes of arrays to a command, or reads so many bytes from one."""
    for call in draft.walk(ast.Call):
        match call:
            case ast.Call(
                func=ast.Attribute(value=ast.Attribute(attr="stdin"), attr="write"),
                args=[ast.Call(func=ast.Attribute(attr="pack" | "tobytes" | "tostring"))],
            ):
                return True
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="stdout"), attr="read"), args=[_]):
                return True
    return False


def _translate(draft: Draft, call: ast.Call, function: ast.Attribute) -> None:
    """Replace a second argument of `translate`, the characters to delete."""
    table, deletions = call.args
    match table:
        case ast.Constant(value=None):
            new: list[str | ast.AST] = ['"", "", ', deletions]
        case ast.Call(func=ast.Attribute(attr="maketrans"), args=[old, characters]):
            if draft.source(old) in {"''", '""'}:
                new = ['"", "", ', deletions]
            else:
                new = [old, ", ", characters, ", ", deletions]
        case _:
            draft.replace(call, draft.support("translate"), "(", function.value, ", ", table, ", ", deletions, ")")
            return
    draft.replace(call, function, "(str.maketrans(", *new, "))")


def _keep_pattern(draft: Draft, call: ast.Call, full: str) -> None:
    """Keep that patterns which match nothing at all split no text there, and tell of escaped ones."""
    pattern = call.args[0]
    if full == "re.escape" and _is_shown(draft, call, draft.parent(call)):
        draft.comment(call, "today only characters with a meaning in patterns get a backslash")
    elif full == "re.split" and isinstance(pattern, ast.Constant) and isinstance(pattern.value, str):
        try:
            matches_nothing = re.match(pattern.value, "") is not None
        except re.error:
            return
        if matches_nothing:
            draft.replace(call.func, draft.support("split_at_matches"))


def _of_ascii(draft: Draft, call: ast.Call, full: str) -> None:
    """Let classes of characters be those of ASCII, where strings are bytes."""
    pattern = call.args[0]
    place = {"re.compile": 1, "re.sub": 4, "re.subn": 4, "re.split": 3}.get(full, 2)
    is_known = full in _WITH_PATTERNS and isinstance(pattern, ast.Constant) and isinstance(pattern.value, str)
    if not is_known or len(call.args) > place or any(keyword.arg == "flags" for keyword in call.keywords):
        return
    if re.search(r"\\[wWsSdDbB]", draft.source(pattern)):
        _add(draft, call, f"flags={draft.module('re')}.ASCII")


def _is_float(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, float)


def _print_options(draft: Draft) -> None:
    """Print a command line's options in the order of their names."""
    if "argparse" not in draft.names.values():
        return
    functions = {
        function.name
        for function in draft.walk(ast.FunctionDef)
        if any(isinstance(part, ast.Return) and _parses(part.value) for part in ast.walk(function))
    }
    made = {
        target.id
        for node in draft.walk(ast.Assign)
        if _parses(node.value, functions)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for call in draft.walk(ast.Call):
        if _parses(call, functions) and _is_shown(draft, call, draft.parent(call)):
            draft.wrap(call, f"{draft.support('in_order_of_names')}(", ")")
    for name in draft.walk(ast.Name):
        parent = draft.parent(name)
        if name.id in made and isinstance(name.ctx, ast.Load) and _is_shown(draft, name, parent):
            draft.wrap(name, f"{draft.support('in_order_of_names')}(", ")")


def _parses(node: ast.expr | None, functions: Container[str] = ()) -> bool:
    """Return whether an expression gives the options of a command line."""
    match node:
        case ast.Call(func=ast.Attribute(attr="parse_args")):
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in functions
    return False


def _show_white_space(draft: Draft) -> None:
    for node in draft.walk(ast.Attribute):
        if draft.full_name(node) == "string.whitespace" and _is_shown(draft, node, draft.parent(node)):
            draft.replace(node, r'"\t\n\x0b\x0c\r "')


def _is_shown(draft: Draft, node: ast.expr, parent: ast.AST | None) -> bool:
    match parent:
        case ast.Call(func=ast.Name(id=name), args=arguments) if name in _SHOW:
            return node in arguments
        case ast.Call(func=ast.Attribute(attr="format"), args=arguments):
            return node in arguments
        case ast.BinOp(op=ast.Mod(), right=right):
            return right is node
        case ast.Tuple():
            above = draft.parent(parent)
            return isinstance(above, ast.BinOp) and isinstance(above.op, ast.Mod) and above.right is parent
    return False


def _pass_two_arguments(draft: Draft) -> None:
    """Take the class out of `types.MethodType(function, object, class)`."""
    for call in draft.walk(ast.Call):
        if draft.full_name(call.func) == "types.MethodType" and len(call.args) == 3:
            draft.replace(call, call.func, "(", call.args[0], ", ", call.args[1], ")")


PASSES: tuple[Callable[[Draft], None], ...] = (coroutines, library_calls)
