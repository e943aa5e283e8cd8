"""The texts of values: what `print`, `str`, `repr`, `%` and `str.format` made of them."""

from __future__ import annotations

import ast
import re
import string

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.layout import Piece
from pong_pg.legacy.modernize.rules.python2.levels import Level, Levels

_TEXT = {Level.FLOAT: "text_of", Level.FULL: "python2_text"}
_CONVERSION = re.compile(
    r"%(?:\((?P<key>[^()]*)\))?(?P<flags>[#0\- +]*)(?P<width>\*|\d*)(?:\.(?P<precision>\*|\d*))?[hlL]?(?P<letter>.)",
    re.DOTALL,
)
# A format that ends with the type of a number.
_TYPED = re.compile(r"[bcdeEfFgGnosxX%]$")
# Methods and functions that change a container.
_CHANGING = frozenset([
    "add", "append", "clear", "discard", "extend", "heapify", "heappop", "heappush", "heappushpop", "heapreplace",
    "insert", "insort", "pop", "popitem", "popleft", "remove", "reverse", "setdefault", "shuffle", "sort", "update",
])  # fmt: skip
_MAPS = frozenset(["map", "imap", "itertools.imap"])


def texts(draft: Draft, levels: Levels) -> None:
    """Write values as Python 2 did, where that may show."""
    rules = _Texts(draft, levels)
    for node in draft.walk(ast.Call):
        rules.call(node)
    for operation in draft.walk(ast.BinOp):
        if isinstance(operation.op, ast.Mod):
            rules.interpolation(operation)


class _Texts:
    def __init__(self, draft: Draft, levels: Levels) -> None:
        self._draft = draft
        self._levels = levels

    def _wrap(self, node: ast.expr, level: Level) -> None:
        """Put a call around a value that gives its text."""
        if level == Level.PLAIN:
            return
        name = self._draft.support(_TEXT[level])
        if isinstance(node, ast.Starred):
            self._draft.replace(node, "*map(", name, ", ", node.value, ")")
        elif isinstance(node, ast.Call) and self._draft.is_builtin(node.func, "str") and len(node.args) == 1:
            pass
        else:
            bare = isinstance(node, ast.Tuple) and not self._draft.source(node).startswith("(")
            self._draft.wrap(node, f"{name}(" + "(" * bare, ")" * bare + ")")

    def call(self, node: ast.Call) -> None:
        """Change a call that writes values."""
        draft, function = self._draft, node.func
        if draft.is_builtin(function, "print"):
            self._print(node)
        elif draft.is_builtin(function, "str") or draft.is_builtin(function, "unicode"):
            if len(node.args) == 1 and not node.keywords and not isinstance(node.args[0], ast.Starred):
                self._tell_of_old_class(node.args[0])
                level = self._levels.of_text(node.args[0])
                if level > Level.PLAIN:
                    draft.replace(function, draft.support(_TEXT[level]))
        elif draft.is_builtin(function, "repr") and len(node.args) == 1:
            if self._levels.of_repr(node.args[0]) > Level.PLAIN:
                draft.replace(function, draft.support("python2_repr"))
        elif draft.is_builtin(function, "format") and len(node.args) == 1:
            level = self._levels.of_text(node.args[0])
            if level > Level.PLAIN:
                draft.replace(function, draft.support(_TEXT[level]))
        elif isinstance(function, ast.Attribute) and function.attr == "format":
            self._format(node, function)
        elif len(node.args) == 2 and (getattr(function, "id", "") or draft.full_name(function)) in _MAPS:
            self._map(node)

    def _print(self, node: ast.Call) -> None:
        for place, argument in enumerate(node.args):
            level = self._levels.of_text(argument)
            self._wrap(argument, level)
            self._tell_of_old_class(argument)
            if level == Level.PLAIN and _may_change(argument, node.args[place + 1 :]):
                # It was written before the others were evaluated.
                self._draft.wrap(argument, "str(", ")")

    def _tell_of_old_class(self, node: ast.expr) -> None:
        """Say where the text of a class is written that is derived from none with bases."""
        if self._has_old(node, "class"):
            self._draft.comment(node, "Python 2 wrote a class without bases as its name alone.")
        match node:
            case ast.Call(args=[value]) if self._draft.is_builtin(node.func, "type") and self._has_old(value, "object"):
                note = "objects of a class without bases had the type `instance` in Python 2."
                self._draft.comment(node, note)

    def _has_old(self, node: ast.expr, name: str) -> bool:
        values = self._draft.kinds.of(node).values
        return any(one.name == name and isinstance(one.site, ast.ClassDef) and self._is_old(one.site) for one in values)

    def _is_old(self, definition: ast.ClassDef) -> bool:
        pending, seen = [definition], {definition}
        while pending:
            for base in pending.pop().bases:
                found = [one.site for one in self._draft.kinds.of(base).values if isinstance(one.site, ast.ClassDef)]
                if not found:
                    return False
                pending += [one for one in found if one not in seen]
                seen |= set(found)
        return True

    def _level_of_parts(self, node: ast.expr) -> Level:
        """Return how much of the texts of what a value has may have been different."""
        kinds = self._draft.kinds
        of = kinds.of(node)
        if of.names & {"object", "unknown"}:
            return Level.FLOAT
        parts = [kinds.items(of)] if of.names & {"list", "tuple"} else []
        return max(
            map(self._levels.of_kind, [*parts, *([kinds.dict_values(of)] if "dict" in of.names else [])]),
            default=Level.PLAIN,
        )

    def _map(self, node: ast.Call) -> None:
        """Change `map(str, values)`."""
        of, values = node.args
        kinds = self._draft.kinds
        if self._draft.is_builtin(of, "str"):
            level = self._levels.of_kind(kinds.items(kinds.of(values)))
            if level > Level.PLAIN:
                self._draft.replace(of, self._draft.support(_TEXT[level]))

    # str.format

    def _format(self, node: ast.Call, function: ast.Attribute) -> None:
        arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
        if not self._draft.kinds.of(function.value).may_be("str"):
            return
        levels = [self._levels.of_text(argument) for argument in arguments]
        if "!r" in self._draft.source(function.value) and Level.FULL in map(self._levels.of_repr, arguments):
            self._draft.comment(node, "Python 2 may have written `!r` in another form.")
        fields = _fields(function.value)
        if fields is None:
            # It may take something out of a value.
            levels = [max(pair) for pair in zip(levels, map(self._level_of_parts, arguments), strict=True)]
        if max(levels, default=Level.PLAIN) == Level.PLAIN:
            return
        names: list[int | str] = [*range(len(node.args)), *(keyword.arg or "" for keyword in node.keywords)]
        is_simple = fields is not None and not any(isinstance(one, ast.Starred) for one in node.args)
        uses = {name: [field for field in fields or [] if field[0] == name] for name in names}
        for name, level in zip(names, levels, strict=True):
            if level > Level.PLAIN and any(not is_typed for _, _, is_typed in uses[name]):
                plain = all(is_plain for _, is_plain, _ in uses[name])
                is_simple = is_simple and plain and name != ""
        if not is_simple:
            self._insert_first(node, function.value)
            return
        for argument, name, level in zip(arguments, names, levels, strict=True):
            if any(is_plain for _, is_plain, _ in uses[name]):
                self._wrap(argument, level)

    def _insert_first(self, node: ast.Call, first: Piece) -> None:
        """Make a function's call of a method's: its object is the first argument."""
        pieces: list[Piece] = [self._draft.support("format_text"), "(", first]
        for argument in node.args:
            pieces += [", ", argument]
        for keyword in node.keywords:
            pieces += [", ", f"{keyword.arg}=" if keyword.arg else "**", keyword.value]
        self._draft.replace(node, *pieces, ")")

    # The operator %.

    def interpolation(self, node: ast.BinOp) -> None:
        """Change `text % values`."""
        left = self._draft.kinds.of(node.left)
        is_tuple = isinstance(node.right, ast.Tuple)
        if not left.may_be("str") or not (is_tuple or left.is_only("str")):
            return
        if not isinstance(node.left, ast.Constant) or not isinstance(node.left.value, str):
            self._interpolate(node)
            return
        conversions = [found for found in _CONVERSION.finditer(node.left.value) if found["letter"] != "%"]
        if isinstance(node.right, ast.Dict) and any(found["key"] is not None for found in conversions):
            self._interpolate_dict(node, node.right, conversions)
        elif any(found["key"] is not None for found in conversions):
            self._interpolate(node)
        else:
            self._interpolate_values(node, conversions)

    def _interpolate_values(self, node: ast.BinOp, conversions: list[re.Match[str]]) -> None:
        if isinstance(node.right, ast.Tuple):
            values = node.right.elts
        elif len(conversions) == 1 and not self._draft.kinds.of(node.right).names & {"tuple", "dict"}:
            values = [node.right]
        else:
            self._interpolate(node)
            return
        taken: list[re.Match[str] | None] = []
        for found in conversions:
            taken += [None] * [found["width"], found["precision"]].count("*") + [found]
        if len(taken) != len(values) or any(isinstance(value, ast.Starred) for value in values):
            return
        for conversion, value in zip(taken, values, strict=True):
            if conversion is not None:
                self._convert(node, conversion, value)

    def _convert(self, node: ast.BinOp, found: re.Match[str], value: ast.expr) -> None:
        letter = found["letter"]
        if letter == "s":
            self._wrap(value, self._levels.of_text(value))
        elif letter == "r" and self._levels.of_repr(value) > Level.PLAIN:
            if self._change_letter(node.left, found):
                self._draft.wrap(value, self._draft.support("python2_repr") + "(", ")")
        elif letter == "o" and "#" in found["flags"]:
            self._draft.comment(node, "Python 2 wrote `%#o` with one leading 0, and no `o`.")

    def _change_letter(self, text: ast.expr, found: re.Match[str]) -> bool:
        """Let a conversion `%r` be `%s`; its place in the source is that in the text, as far as that can be seen."""
        source = self._draft.source(text)
        if not isinstance(text, ast.Constant) or not isinstance(text.value, str):
            return False
        before = sum(other.end() <= found.start() for other in _CONVERSION.finditer(text.value))
        in_source = list(_CONVERSION.finditer(source))
        if [one[0] for one in in_source] != [one[0] for one in _CONVERSION.finditer(text.value)]:
            return False
        end = self._draft.start(text) + in_source[before].end()
        self._draft.change(end - 1, end, "s")
        return True

    def _interpolate_dict(self, node: ast.BinOp, values: ast.Dict, conversions: list[re.Match[str]]) -> None:
        letters: dict[object, set[str]] = {}
        for found in conversions:
            letters.setdefault(found["key"], set()).add(found["letter"])
        for key, value in zip(values.keys, values.values, strict=True):
            name = key.value if isinstance(key, ast.Constant) else None
            if letters.get(name) == {"s"}:
                self._wrap(value, self._levels.of_text(value))
            elif "s" in letters.get(name, {"s"}) and self._levels.of_text(value) > Level.PLAIN:
                self._interpolate(node)
                return

    def _interpolate(self, node: ast.BinOp) -> None:
        """Let a function do what `%` did for values that the text of the program does not show."""
        kinds, right = self._draft.kinds, node.right
        of = kinds.of(right)
        whole = [kinds.dict_values(of)] if of.is_only("dict") else [kinds.items(of)] if of.is_only("tuple") else [of]
        levels = list(map(self._levels.of_kind, whole))
        if isinstance(right, ast.Tuple):
            levels = [self._levels.of_text(value) for value in right.elts]
        if max(levels, default=Level.PLAIN) > Level.PLAIN:
            name = self._draft.support("interpolate")
            self._draft.replace(node, name, "(", node.left, ", ", *self._whole(right), ")")

    def _whole(self, node: ast.expr) -> tuple[Piece, ...]:
        bare = isinstance(node, ast.Tuple) and not self._draft.source(node).startswith("(")
        return ("(", node, ")") if bare else (node,)


def _may_change(value: ast.expr, others: list[ast.expr]) -> bool:
    """Return whether evaluating other expressions may change a container that a variable has."""
    if not isinstance(value, ast.Name | ast.Attribute):
        return False
    name = ast.unparse(value)
    calls = [part for other in others for part in ast.walk(other) if isinstance(part, ast.Call)]
    return any(
        isinstance(call.func, ast.Attribute)
        and call.func.attr in _CHANGING
        and name in map(ast.unparse, [call.func.value, *call.args])
        for call in calls
    )


def _fields(node: ast.expr) -> list[tuple[int | str, bool, bool]] | None:
    """Return the arguments that a format takes, each with whether its text is taken, and whether as a number.

    None stands for a format that is not known, or has fields in fields.
    """
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return None
    found: list[tuple[int | str, bool, bool]] = []
    try:
        parts = list(string.Formatter().parse(node.value))
    except ValueError:
        return None
    for _, name, specification, conversion in parts:
        if name is None or specification is None:
            continue
        if "{" in specification or not re.fullmatch(r"\w*", name):
            return None
        argument: int | str = int(name) if name.isdigit() else name or len(found)
        is_plain = not specification and conversion != "r"
        found.append((argument, is_plain, conversion == "r" or _TYPED.search(specification) is not None))
    return found
