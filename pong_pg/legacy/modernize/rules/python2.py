"""Rules for Python 2, beside the fixers of fissix: what those write in a clumsy way, and what they don't know."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules import renaming
from pong_pg.legacy.read.divisions import is_float

# Names that nothing binds: builtins, and modules of which fissix changes the imports, but not each use.
_UNBOUND = {
    "ConfigParser": "configparser",
    "Queue": "queue",
    "Tkinter": "tkinter",
    "__builtin__": "builtins",
    "cPickle": "pickle",
    "raw_input": "input",
    "unichr": "chr",
    "unicode": "str",
    "urlparse": "urllib.parse",
    "xrange": "range",
}
_METHODS = {
    **{f"{kind}{name}": name for kind in ("iter", "view") for name in ("items", "keys", "values")},
    "readfp": "read_file",
}
_NAMES = {
    "UserDict.UserDict": "collections.UserDict",
    "UserList.UserList": "collections.UserList",
    **{f"itertools.i{name}": name for name in ("filter", "map", "zip")},
    **{f"itertools.i{name}": f"itertools.{name}" for name in ("filterfalse", "zip_longest")},
    **{f"string.{name}": f"{{0}}.{name}()" for name in ("capitalize", "lower", "split", "strip", "swapcase", "upper")},
    **{f"string.{name}": f"{{0}}.{name}({{1}})" for name in ("find", "count", "zfill", "ljust", "rjust", "center")},
    "string.atof": "float",
    "string.atoi": "int",
    "string.join": "{1}.join({0})",
    "string.letters": "string.ascii_letters",
    "string.lowercase": "string.ascii_lowercase",
    "string.maketrans": "str.maketrans",
    "string.replace": "{0}.replace({1}, {2})",
    "string.uppercase": "string.ascii_uppercase",
}
_GIVE_ITERABLES = frozenset({"filter", "items", "keys", "map", "range", "values", "zip"})
_TAKE_ITERABLES = frozenset({"dict", "enumerate", "filter", "map", "set", "sorted", "sum", "tuple", "zip"})
_GIVE_INTEGERS = frozenset({"int", "len", "ord"})
# What counts, as the only target of a loop or the first.
_RANGE = re.compile(r"((reversed|list)\()*range\(")
_ENUMERATE = re.compile(r"enumerate\(")
_KEEP_INTEGERS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod, ast.Div)
_DOUBT = "in Python 2, / rounded down between two integers; if both are here or below, write //"


def old_names(draft: Draft) -> None:
    """Names and methods that fissix could only change together with names that Python 3 has, too."""
    if not draft.facts.old_names and not draft.facts.python2:
        return
    for name in draft.walk(ast.Name):
        if name.id in _UNBOUND and draft.is_builtin(name, name.id):
            draft.replace(name, _UNBOUND[name.id])
    for call in draft.walk(ast.Call):
        if isinstance(call.func, ast.Attribute) and call.func.attr in _METHODS:
            method = call.func.attr
            draft.change_between(draft.end(call.func.value), draft.end(call.func), method, _METHODS[method])
    for handler in draft.walk(ast.ExceptHandler):
        for node in ast.walk(handler):
            match node:
                case ast.Attribute(value=ast.Name(id=caught), attr="message") if caught == handler.name:
                    draft.replace(node, f"str({caught})")
    renaming.rename(draft, _NAMES)


def needless_words(draft: Draft) -> None:
    """Remove `as pickle` of `import pickle as pickle`, and `list` where any iterable does, which fissix writes."""
    if not draft.facts.python2:
        return
    for alias in draft.walk(ast.alias):
        if alias.asname == alias.name:
            draft.replace(alias, alias.name)
    for call in draft.walk(ast.Call):
        if draft.full_name(call.func) == "sys.setdefaultencoding":
            draft.remove(draft.statement(call))
        if draft.full_name(call.func) in {"importlib.reload", "imp.reload"} and draft.source(call.args[0]) == "sys":
            draft.remove(draft.statement(call))
        match call, draft.parent(call):
            case (
                ast.Call(args=[ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)) as inner]),
                ast.Call(func=ast.Name(id=taker)) as around,
            ) if name in _GIVE_ITERABLES and taker in _TAKE_ITERABLES and call in around.args:
                if draft.is_builtin(call.func, "list") and draft.is_builtin(around.func, taker):
                    draft.replace(call, inner)


def divisions(draft: Draft) -> None:
    """Write `//` for Python 2's `/` between integers that are evident; say so where one is, and the other unknown."""
    if not draft.facts.classic_division:
        return
    integers = _integer_names(draft)
    doubts: list[ast.AST] = []
    nodes: list[ast.BinOp | ast.AugAssign] = [*draft.walk(ast.BinOp), *draft.walk(ast.AugAssign)]
    for node in sorted((node for node in nodes if isinstance(node.op, ast.Div)), key=draft.start):
        sides = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.target, node.value)
        known = [_is_integer(draft, one, integers) for one in sides]
        if any(map(is_float, sides)):
            continue
        if all(known) or _must_be_integer(draft, node):
            draft.change_between(draft.end(sides[0]), draft.start(sides[1]), "/", "//")
        elif any(known) and not _is_argument_of(draft, node, "int"):
            doubts.append(node)
    if doubts and _DOUBT not in draft.text:
        draft.comment(doubts[0], _DOUBT)


def _integer_names(draft: Draft) -> set[str]:
    """Return the names and attributes that are bound to nothing but evident integers, anywhere in the file."""
    values: dict[str, list[ast.expr | None]] = defaultdict(list)
    bound = Counter(name.id for name in draft.walk(ast.Name) if not isinstance(name.ctx, ast.Load))
    for node in ast.walk(draft.tree):
        match node:
            case ast.Assign(targets=[ast.Name() | ast.Attribute() as target], value=value):
                values[draft.source(target)].append(value)
            case ast.AugAssign(target=target, op=op, value=value):
                values[draft.source(target)].append(value if isinstance(op, _KEEP_INTEGERS) else None)
            case ast.For(target=target, iter=items) | ast.comprehension(target=target, iter=items):
                counter = target.elts[0] if isinstance(target, ast.Tuple) else target
                counts = _RANGE if counter is target else _ENUMERATE
                values[draft.source(counter)].append(ast.Constant(0) if counts.match(draft.source(items)) else None)
            case ast.arguments(args=arguments, defaults=defaults):
                for argument, default in zip(reversed(arguments), reversed(defaults), strict=False):
                    values[argument.arg].append(default)
                bound.update(argument.arg for argument in arguments)
    integers = {name for name in values if len(values[name]) >= bound[name]}
    while True:
        left = {name for name in integers if all(one and _is_integer(draft, one, integers) for one in values[name])}
        if left == integers:
            return integers
        integers = left


def _is_integer(draft: Draft, node: ast.expr, integers: set[str]) -> bool:
    if isinstance(node, ast.Name | ast.Attribute):
        return draft.source(node) in integers
    match node:
        case ast.Constant(value=value):
            return type(value) is int
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _is_integer(draft, operand, integers)
        case ast.BinOp(left=left, op=op, right=right):
            return isinstance(op, _KEEP_INTEGERS) and all(_is_integer(draft, one, integers) for one in (left, right))
        case ast.Call(func=ast.Name(id=name)):
            return name in _GIVE_INTEGERS and draft.is_builtin(node.func, name)
    return isinstance(node, ast.Subscript) and draft.source(node.value).endswith(".shape")


def _must_be_integer(draft: Draft, node: ast.AST) -> bool:
    """Return whether a number counts or numbers something, as an index does."""
    around = draft.parent(node)
    if isinstance(around, ast.Subscript):
        return around.slice is node
    return isinstance(around, ast.Slice) or _is_argument_of(draft, node, "range")


def _is_argument_of(draft: Draft, node: ast.AST, builtin: str) -> bool:
    around = draft.parent(node)
    return isinstance(around, ast.Call) and draft.is_builtin(around.func, builtin)


def saved_files(draft: Draft) -> None:
    """Read pickles of Python 2, and open the files of pickles as binary ones."""
    if not draft.facts.python2:
        return
    quote = '"' if draft.text.count('"') >= draft.text.count("'") else "'"
    for call in draft.walk(ast.Call):
        function = draft.full_name(call.func)
        if function not in {"pickle.dump", "pickle.load", "pickle.loads"} or not call.args:
            continue
        if function != "pickle.dump" and len(call.args) == 1 and not call.keywords:
            draft.change(draft.end(call.args[0]), draft.end(call.args[0]), f", encoding={quote}latin1{quote}")
        if function != "pickle.loads" and len(call.args) > (function == "pickle.dump"):
            for opened in _openings(draft, call.args[function == "pickle.dump"]):
                _open_binary(draft, opened, quote)


def _openings(draft: Draft, file: ast.expr) -> Iterator[ast.Call]:
    """Yield the calls of `open` that a file comes from."""
    sources = [file]
    if isinstance(file, ast.Name):
        name = file.id
        sources += [one.context_expr for one in draft.walk(ast.withitem) if _is_named(one.optional_vars, name)]
        sources += [one.value for one in draft.walk(ast.Assign) if _is_named(one.targets[0], name)]
    for source in sources:
        if isinstance(source, ast.Call) and draft.is_builtin(source.func, "open") and not source.keywords:
            yield source


def _is_named(node: ast.expr | None, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _open_binary(draft: Draft, call: ast.Call, quote: str) -> None:
    if len(call.args) == 1:
        draft.change(draft.end(call.args[0]), draft.end(call.args[0]), f", {quote}rb{quote}")
    elif isinstance(call.args[1], ast.Constant) and "b" not in str(call.args[1].value):
        text = draft.source(call.args[1])
        draft.replace(call.args[1], f"{text[:-1]}b{text[-1]}")


PASSES: tuple[Callable[[Draft], None], ...] = (old_names, needless_words, divisions, saved_files)
