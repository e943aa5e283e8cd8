"""The module `random`: after a seed, the numbers that Python 2 drew."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft

# Functions and methods that drew other numbers.
_DRAWS = frozenset({
    "betavariate", "choice", "gammavariate", "jumpahead", "paretovariate", "randint", "randrange", "sample", "shuffle",
    "triangular",
})  # fmt: skip
_GENERATORS = frozenset({"random.Random", "random.SystemRandom", "random.WichmannHill"})


def random_streams(draft: Draft) -> None:
    """Draw the numbers that Python 2 drew from the same seed."""
    if not draft.facts.python2:
        return
    if draft.facts.seeds_random:
        streams = _Streams(draft)
        names: list[ast.Attribute | ast.Name] = [*draft.walk(ast.Attribute), *draft.walk(ast.Name)]
        for node in names:
            if isinstance(node.ctx, ast.Load) and not draft.is_replaced(node):
                streams.change(node)
        streams.change_classes()
        streams.remove_imports()
        for call in draft.walk(ast.Call):
            if draft.is_builtin(call.func, "getattr") and call.args and draft.full_name(call.args[0]) == "random":
                draft.comment(call, "some functions of random draw other numbers than in Python 2")
    for call in draft.walk(ast.Call):
        # Without a seed, any order will do.
        if draft.full_name(call.func) == "random.shuffle" and len(call.args) == 2 and not draft.is_replaced(call):
            draft.replace(call, draft.support("python2_shuffle"), "(", *_generator(draft), ", ", *_listed(call), ")")


class _Streams:
    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        # The names of the script's own generators.
        self._made: set[str] = set()
        self._of_script = {
            node.name
            for node in draft.walk(ast.ClassDef)
            if any(draft.full_name(base) in _GENERATORS for base in node.bases)
        }
        for node in draft.walk(ast.Assign):
            if isinstance(node.value, ast.Call) and self._makes_generator(node.value):
                self._made |= {_last_name(target) for target in node.targets}
        self._from_imports: set[str] = set()
        self._has_star = any(
            node.module == "random" and node.names[0].name == "*" for node in draft.walk(ast.ImportFrom)
        )

    def _makes_generator(self, call: ast.Call) -> bool:
        is_own = isinstance(call.func, ast.Name) and call.func.id in self._of_script
        return is_own or self._draft.full_name(call.func) in _GENERATORS

    def change(self, node: ast.Attribute | ast.Name) -> None:
        """Change a function of `random`, or a method of a generator, where it is one."""
        draft = self._draft
        full = draft.full_name(node)
        if self._has_star and isinstance(node, ast.Name) and node.id in {*_DRAWS, "Random", "seed"}:
            full = full or (f"random.{node.id}" if draft.scopes.is_builtin(node) else "")
        parent = draft.parent(node)
        call = parent if isinstance(parent, ast.Call) and parent.func is node else None
        if full in {"random.seed", "random.Random"} and call:
            self._change_seed(call)
        elif full.startswith("random.") and full.removeprefix("random.") in _DRAWS:
            if isinstance(node, ast.Name):
                self._from_imports.add(node.id)
            self._draw(node, call, full.removeprefix("random."), _generator(draft))
        elif isinstance(node, ast.Attribute) and not full and _last_name(node.value) in self._made:
            if node.attr == "seed" and call:
                self._change_seed(call)
            elif node.attr in _DRAWS:
                self._draw(node, call, node.attr, (node.value,))
        if full == "random.WichmannHill":
            draft.comment(node, "random.WichmannHill is gone, and no generator of today draws its numbers")

    def _draw(self, node: ast.expr, call: ast.Call | None, name: str, generator: tuple[str | ast.AST, ...]) -> None:
        draft = self._draft
        bound = _plain_bound(call) if call and name in {"randint", "randrange"} else None
        if bound and call:
            low, count = bound
            first = f"{low} + " if low else ""
            draft.replace(call, first, "int(", *generator, f".random() * {count})")
            if first and not isinstance(draft.parent(call), ast.stmt | ast.Call | ast.keyword | ast.ListComp):
                draft.wrap(call, "(", ")")
        elif call:
            rest = [", ", *_listed(call)] if call.args or call.keywords else []
            draft.replace(call, draft.support(f"python2_{name}"), "(", *generator, *rest, ")")
        else:
            partial = f"{draft.module('functools')}.partial"
            draft.replace(node, f"{partial}({draft.support(f'python2_{name}')}, ", *generator, ")")

    def _change_seed(self, call: ast.Call) -> None:
        if len(call.args) == 1 and not call.keywords and not _is_integer(call.args[0], self._draft):
            self._draft.wrap(call.args[0], f"{self._draft.support('python2_seed')}(", ")")

    def change_classes(self) -> None:
        """Tell of the script's own classes of generators, whose methods draw as today."""
        for node in self._draft.walk(ast.ClassDef):
            inner = {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}
            if node.name in self._of_script and inner & _DRAWS:
                self._draft.comment(node, "its inherited methods draw other integers and choices than in Python 2")

    def remove_imports(self) -> None:
        """Take names out of `from random import ...` that are no longer used."""
        draft = self._draft
        for statement in draft.walk(ast.ImportFrom):
            if statement.module != "random" or statement.level:
                continue
            kept = [alias for alias in statement.names if (alias.asname or alias.name) not in self._from_imports]
            if not kept:
                draft.remove(statement)
            elif len(kept) < len(statement.names):
                names = ", ".join(draft.source(alias) for alias in kept)
                draft.replace(statement, f"from random import {names}")


def _generator(draft: Draft) -> tuple[str]:
    """Return the name of the module `random`, which the file imports if it did not."""
    used = {node.id for node in draft.walk(ast.Name)} | {node.asname or node.name for node in draft.walk(ast.alias)}
    if "*" in used:
        # Which may have brought the function of that name.
        return (draft.module("random", "random_module"),)
    if "random" not in draft.names and "random" not in used:
        return (draft.module("random"),)
    named = [name for name, full in draft.names.items() if full == "random"]
    return (named[0],) if named else (draft.module("random", "random_module"),)


def _listed(call: ast.Call) -> list[str | ast.AST]:
    return [piece for one in [*call.args, *call.keywords] for piece in (", ", one)][1:]


def _plain_bound(call: ast.Call) -> tuple[int, int] | None:
    """Return the lowest integer and how many there are, where a call says them as numbers."""
    values = [one.value for one in call.args if isinstance(one, ast.Constant) and type(one.value) is int]
    if len(values) != len(call.args) or call.keywords or not isinstance(call.func, ast.Attribute | ast.Name):
        return None
    name = call.func.attr if isinstance(call.func, ast.Attribute) else call.func.id
    if name == "randint" and len(values) == 2 and values[0] <= values[1]:
        low, count = values[0], values[1] - values[0] + 1
    elif name == "randrange" and len(values) in {1, 2} and values[-1] > (values[0] if len(values) == 2 else 0):
        low = values[0] if len(values) == 2 else 0
        count = values[-1] - low
    else:
        return None
    return (low, count) if count < 2**53 else None


def _is_integer(node: ast.expr, draft: Draft) -> bool:
    """Return whether a seed is surely an integer, or none."""
    is_integer = False
    match node:
        case ast.Constant(value=value):
            is_integer = value is None or isinstance(value, int)
        case ast.UnaryOp(operand=operand):
            is_integer = _is_integer(operand, draft)
        case ast.BinOp(left=left, right=right, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Mod() | ast.FloorDiv()):
            is_integer = _is_integer(left, draft) and _is_integer(right, draft)
        case ast.Call(func=ast.Name(id="int" | "len" | "ord")):
            is_integer = True
        case ast.Call(func=function):
            # They differ from run to run anyway.
            is_integer = draft.full_name(function) in {"time.time", "os.getpid", "os.urandom"}
        case ast.Attribute(attr=name):
            is_integer = _is_integer_option(name, draft)
        case ast.Name(id=name):
            is_integer = _is_integer_variable(name, draft)
    return is_integer


def _is_integer_variable(name: str, draft: Draft) -> bool:
    values = [
        part.value
        for part in draft.walk(ast.Assign)
        if any(isinstance(target, ast.Name) and target.id == name for target in part.targets)
    ]
    of_range = _is_from_range(name, draft)
    if of_range is not None:
        return of_range and not values
    bound = sum(part.id == name and isinstance(part.ctx, ast.Store) for part in draft.walk(ast.Name))
    is_parameter = any(part.arg == name for part in draft.walk(ast.arg))
    return 0 < bound == len(values) and not is_parameter and all(_is_integer(value, draft) for value in values)


def _is_from_range(name: str, draft: Draft) -> bool | None:
    """Return whether a name counts in all loops that bind it; None if none does."""
    every: list[ast.For | ast.comprehension] = [*draft.walk(ast.For), *draft.walk(ast.comprehension)]
    loops = [loop.iter for loop in every if isinstance(loop.target, ast.Name) and loop.target.id == name]
    if not loops:
        return None
    return all(
        isinstance(one, ast.Call) and isinstance(one.func, ast.Name) and one.func.id in {"range", "xrange"}
        for one in loops
    )


def _is_integer_option(name: str, draft: Draft) -> bool:
    """Return whether an attribute is an option of the command line that is an integer."""
    for call in draft.walk(ast.Call):
        if isinstance(call.func, ast.Attribute) and call.func.attr in {"add_argument", "add_option"}:
            named = {keyword.arg: keyword.value for keyword in call.keywords}
            flags = [str(one.value).lstrip("-").replace("-", "_") for one in call.args if isinstance(one, ast.Constant)]
            kind = named.get("type")
            is_integer = (isinstance(kind, ast.Name) and kind.id == "int") or (
                isinstance(kind, ast.Constant) and kind.value == "int"
            )
            dest = named.get("dest")
            flags += [str(dest.value)] if isinstance(dest, ast.Constant) else []
            if name in flags and is_integer:
                return True
    return False


def _last_name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


PASSES: tuple[Callable[[Draft], None], ...] = (random_streams,)
