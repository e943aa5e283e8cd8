"""Finding the old APIs that a file uses, where, and what modern code uses instead."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pong_pg.legacy.read import rules
from pong_pg.legacy.read.forms import Evidence
from pong_pg.legacy.read.scopes import decorators, full_name, imported, last_name
from pong_pg.legacy.read.source import Parsed
from pong_pg.legacy.tables.gym import OVERRIDES

_Row = tuple[int, str, str]


@dataclass(frozen=True, order=True)
class Finding:
    """One use of an old API.

    Attributes:
        file: the absolute path of the file.
        line: the line, from 1.
        old: what the script says.
        new: what modern code says instead.
    """

    file: str
    line: int
    old: str
    new: str


@dataclass(frozen=True)
class Surroundings:
    """What is known of a file from the rest of its program.

    Attributes:
        names: the imports of the other cells of its notebook, from each name to the full name.
        remote_functions: the full names of the remote functions of the program's modules, such as
            "functions.compute_gradient".
        gym: whether a file of the program imports gym.
        own: the script's own modules that have the name of an old package, such as a gym.py next to it.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    remote_functions: frozenset[str] = frozenset()
    gym: bool = False
    own: frozenset[str] = frozenset()


def find(file: str, parsed: Parsed, evidence: Evidence, around: Surroundings | None = None) -> list[Finding]:
    """Return the old APIs that a file uses, in the order of its lines, each place once."""
    around = around or Surroundings()
    names = {**around.names, **imported(parsed.tree)}
    names = {name: full for name, full in names.items() if _top(full) not in around.own}
    rows = [(change.line, change.what, change.modern) for change in parsed.converted]
    rows += _names(parsed.tree, names, around.own)
    rows += _calls(parsed.tree, names, around.remote_functions)
    if imports_gym(names):
        rows += _environment_calls(parsed.tree, names, evidence)
    elif around.gym:
        # It uses environments that another file has made.
        rows += _environment_calls(parsed.tree, names, evidence, named_env=True)
    return sorted({Finding(file, *row) for row in rows})


def imports_gym(names: Mapping[str, str]) -> bool:
    """Return whether one of these names is imported from gym."""
    return any(_top(name) == "gym" for name in names.values())


def names_of_the_past(modules: Iterable[str]) -> frozenset[str]:
    """Return those of a script's own modules that have the name of an old package."""
    return frozenset({_top(name) for name in modules} & {_top(name) for name in (*rules.MODULES, *rules.NAMES)})


def _top(full: str) -> str:
    return full.partition(".")[0]


def older_than_gym_0125(found: Iterable[Finding]) -> bool:
    """Return whether a script must be older than gym 0.12.5 of May 2019, which needed atari-py 0.2."""
    return any(finding.old in rules.BEFORE_GYM_0125 for finding in found)


def ray_wait_unit(found: Iterable[Finding]) -> tuple[bool, bool]:
    """Return whether timeouts of `ray.wait` are milliseconds, as up to Ray 0.6.1, and whether that is only likely."""
    old = {finding.old for finding in found}
    if not rules.BEFORE_RAY_062.isdisjoint(old):
        return True, False
    return not rules.BEFORE_RAY_1.isdisjoint(old), True


def _names(tree: ast.Module, names: dict[str, str], own: frozenset[str]) -> Iterator[_Row]:
    parts_of_found: set[ast.AST] = set()
    # From the outside in, so that of `ray.services.start_ray_local` only the whole is reported, not `ray.services`.
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)):
            full = full_name(node, names)
            if node not in parts_of_found and full and (modern := rules.modern_name(full)):
                yield node.lineno, full, modern
                parts_of_found.update(ast.walk(node))
        elif isinstance(node, ast.Import):
            for alias in node.names:
                modern = rules.modern_module(alias.name)
                if modern and _top(alias.name) not in own:
                    yield node.lineno, f"import {alias.name}", modern
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level and _top(node.module) not in own:
            yield from _imported_from(node, node.module)


def _imported_from(node: ast.ImportFrom, module: str) -> Iterator[_Row]:
    for alias in node.names:
        full = f"{module}.{alias.name}"
        if modern := rules.modern_name(full):
            yield node.lineno, full, modern
    if modern := rules.modern_module(module):
        yield node.lineno, f"from {module} import ...", modern


def remote_functions(tree: ast.Module, names: dict[str, str]) -> set[str]:
    """Return the names of a file's functions that are decorated with `ray.remote`."""
    return {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and "ray.remote" in decorators(node, names)
    }


def _calls(tree: ast.Module, names: dict[str, str], of_modules: frozenset[str]) -> Iterator[_Row]:
    of_this_file = remote_functions(tree, names)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            full = full_name(node.func, names)
            for keyword in node.keywords:
                old = f"{full}({keyword.arg}=)"
                if old in rules.ARGUMENTS:
                    yield node.lineno, old, rules.ARGUMENTS[old]
            if full == "ray.remote" and node.args and isinstance(node.args[0], (ast.List, ast.Tuple)):
                yield node.lineno, rules.TYPED_REMOTE, "@ray.remote(num_returns=N)"
            if full == "gym.make" and node.args and isinstance(node.args[0], ast.Constant):
                modern = rules.modern_id(str(node.args[0].value))
                if modern:
                    yield node.lineno, f"gym.make({node.args[0].value!r})", modern
            if full in of_modules or (isinstance(node.func, ast.Name) and node.func.id in of_this_file):
                yield node.lineno, rules.DIRECT_CALL, f"{ast.unparse(node.func)}.remote(...)"
        elif isinstance(node, ast.ClassDef) and "ray.actor" in decorators(node, names):
            yield node.lineno, rules.ACTOR_CLASS, "@ray.remote class, made with .remote()"


def _environment_calls(
    tree: ast.Module, names: dict[str, str], evidence: Evidence, *, named_env: bool = False
) -> Iterator[_Row]:
    if not named_env or evidence.unpacked[4] or evidence.other[4]:
        yield from ((line, "obs, reward, done, info = env.step()", rules.FIVE_VALUES) for line in evidence.unpacked[4])
        yield from ((line, "step in four values", rules.FIVE_VALUES) for line in evidence.other[4])
        yield from ((line, "obs = env.reset()", "obs, info = env.reset()") for line in evidence.bare)
    told_a_mode = any(isinstance(node, ast.keyword) and node.arg == "render_mode" for node in ast.walk(tree))
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) if name in OVERRIDES:
                yield node.lineno, f"def {name}", f"def {OVERRIDES[name]}"
            case ast.Attribute(attr="monitor") if not full_name(node, names):
                yield node.lineno, "env.monitor", "gymnasium.wrappers.RecordVideo(env, directory)"
            case ast.Call(func=ast.Attribute() as method) if not full_name(method, names):
                # In a file that does not import gym, only what has "env" in its name counts as an environment.
                if not named_env or "env" in last_name(method.value).lower():
                    yield from _old_method(node, method, told_a_mode)


def _old_method(call: ast.Call, method: ast.Attribute, told_a_mode: bool) -> Iterator[_Row]:
    if method.attr == "seed" and len(call.args) == 1 and not last_name(method.value).endswith("_space"):
        yield call.lineno, "env.seed(n)", "env.reset(seed=n)"
    elif method.attr == "render" and last_name(method.value) and (call.args or call.keywords or not told_a_mode):
        yield call.lineno, _render(call), "gymnasium.make(id, render_mode=...)"


def _render(call: ast.Call) -> str:
    for mode in (*call.args[:1], *(keyword.value for keyword in call.keywords if keyword.arg == "mode")):
        if isinstance(mode, ast.Constant) and mode.value != "human":
            return f"env.render(mode={mode.value!r})"
    return "env.render() opens a window"
