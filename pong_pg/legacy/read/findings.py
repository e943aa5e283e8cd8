"""Finding the old APIs that a file uses, where, and what modern code uses instead."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pong_pg.legacy.read import rules
from pong_pg.legacy.read.forms import Evidence, is_episode_statistic
from pong_pg.legacy.read.scopes import imported
from pong_pg.legacy.read.source import Parsed
from pong_pg.legacy.tables import numpy
from pong_pg.legacy.tables.gym import OVERRIDES

# Packages that a script gets arrays from.
_WITH_ARRAYS = frozenset({"PIL", "cv2", "gym", "numpy", "pandas", "scipy", "skimage"})


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
    found = {Finding(file, change.line, change.what, change.modern) for change in parsed.converted}
    found |= {Finding(file, *row) for row in _names(parsed.tree, names, around.own)}
    found |= {Finding(file, *row) for row in _calls(parsed.tree, names, around.remote_functions)}
    found |= {Finding(file, *row) for row in _before_gymnasium_1(parsed, names)}
    if imports_gym(names):
        found |= {Finding(file, *row) for row in _environment_calls(parsed.tree, names, evidence)}
    elif around.gym:
        # It uses environments that another file has made.
        found |= {Finding(file, *row) for row in _environment_calls(parsed.tree, names, evidence, named_env=True)}
    return sorted(found)


def imports_gym(names: Mapping[str, str]) -> bool:
    """Return whether one of these names is imported from gym."""
    return any(_top(name) == "gym" for name in names.values())


def names_of_the_past(modules: Iterable[str]) -> frozenset[str]:
    """Return those of a script's own modules that have the name of an old package."""
    return frozenset({_top(name) for name in modules} & {_top(name) for name in (*rules.MODULES, *rules.NAMES)})


def _top(full_name: str) -> str:
    return full_name.partition(".")[0]


def older_than_gym_0125(found: Iterable[Finding]) -> bool:
    """Return whether a script must be older than gym 0.12.5 of May 2019, which needed atari-py 0.2."""
    return any(finding.old in rules.BEFORE_GYM_0125 for finding in found)


def older_than_numpy_2(found: Iterable[Finding], trees: Iterable[ast.Module], python2: bool) -> bool:
    """Return whether a script that uses NumPy is older than NumPy 2, which changed the types of results.

    It is if it is written for Python 2, or if anything of it is old that NumPy 2's time had no more; it is not if it
    uses a name that came with NumPy 2.
    """
    modules = [(tree, imported(tree)) for tree in trees]
    uses_numpy = any(_top(name) in _WITH_ARRAYS for _, names in modules for name in names.values())
    if not uses_numpy or not (python2 or any(finding.old not in numpy.NOT_BEFORE_2 for finding in found)):
        return False
    return not any(
        full.startswith("numpy.") and full.removeprefix("numpy.") in numpy.NEW_IN_NUMPY_2
        for tree, names in modules
        for full in _full_names(tree, names)
    )


def seeds_random(tree: ast.Module, names: Mapping[str, str]) -> bool:
    """Return whether a file gives Python's own random numbers a seed or a state."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "random" and node.names[0].name == "*":
            names = {"seed": "random.seed", "Random": "random.Random", "setstate": "random.setstate"} | dict(names)
    return any(
        isinstance(node, ast.Call)
        and (node.args or node.keywords)
        and _full_name(node.func, names) in {"random.seed", "random.Random", "random.setstate", "random.WichmannHill"}
        for node in ast.walk(tree)
    )


def _full_names(tree: ast.Module, names: Mapping[str, str]) -> Iterator[str]:
    yield from names.values()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            yield _full_name(node, names)


def resets_in_the_same_step(texts: Iterable[str]) -> bool:
    """Return whether a script uses Gymnasium's vector environments as they were before 1.0."""
    together = "\n".join(texts)
    if "autoreset_mode" in together or "AutoresetMode" in together:
        return False
    return any(name in together for name in rules.BEFORE_GYMNASIUM_1)


def last_observation(texts: Iterable[str]) -> str:
    """Return the key by which a program reads the last observation of an episode from infos; "" if it names none."""
    together = "\n".join(texts)
    return next((key for key in rules.LAST_OBSERVATIONS if key in together), "")


def _full_name(node: ast.AST, names: Mapping[str, str]) -> str:
    """Return the full name of an expression such as `np.random.seed`; "" if it starts with no imported name."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name) or node.id not in names:
        return ""
    return ".".join([names[node.id], *reversed(parts)])


def _names(tree: ast.Module, names: Mapping[str, str], own: frozenset[str]) -> Iterator[tuple[int, str, str]]:
    parts_of_found: set[ast.AST] = set()
    # From the outside in, so that of `ray.services.start_ray_local` only the whole is reported, not `ray.services`.
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)):
            full = _full_name(node, names)
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


def _imported_from(node: ast.ImportFrom, module: str) -> Iterator[tuple[int, str, str]]:
    for alias in node.names:
        full = f"{module}.{alias.name}"
        if modern := rules.modern_name(full):
            yield node.lineno, full, modern
    if modern := rules.modern_module(module):
        yield node.lineno, f"from {module} import ...", modern


def remote_functions(tree: ast.Module, names: Mapping[str, str]) -> set[str]:
    """Return the names of a file's functions that are decorated with `ray.remote`."""
    return {
        node.name
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        and any(_decorated_with(decorator, names) == "ray.remote" for decorator in node.decorator_list)
    }


def _decorated_with(decorator: ast.expr, names: Mapping[str, str]) -> str:
    """Return the full name of a decorator, with or without arguments."""
    return _full_name(decorator.func if isinstance(decorator, ast.Call) else decorator, names)


def _calls(tree: ast.Module, names: Mapping[str, str], of_modules: frozenset[str]) -> Iterator[tuple[int, str, str]]:
    of_this_file = remote_functions(tree, names)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            full = _full_name(node.func, names)
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
        elif isinstance(node, ast.ClassDef) and any(
            _decorated_with(decorator, names) == "ray.actor" for decorator in node.decorator_list
        ):
            yield node.lineno, rules.ACTOR_CLASS, "@ray.remote class, made with .remote()"


def _environment_calls(
    tree: ast.Module, names: Mapping[str, str], evidence: Evidence, *, named_env: bool = False
) -> Iterator[tuple[int, str, str]]:
    if not named_env or evidence.unpacked[4] or evidence.other[4]:
        yield from _steps_and_resets(evidence)
    told_a_mode = any(isinstance(node, ast.keyword) and node.arg == "render_mode" for node in ast.walk(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name in OVERRIDES:
            yield node.lineno, f"def {node.name}", f"def {OVERRIDES[node.name]}"
        elif isinstance(node, ast.Attribute) and node.attr == "monitor" and not _full_name(node, names):
            yield node.lineno, "env.monitor", "gymnasium.wrappers.RecordVideo(env, directory)"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and not _full_name(node.func, names):
            yield from _old_method(node, node.func, told_a_mode, named_env)


def _old_method(
    call: ast.Call, method: ast.Attribute, told_a_mode: bool, named_env: bool
) -> Iterator[tuple[int, str, str]]:
    if named_env and "env" not in _last_name(method.value).lower():
        # In a file that does not import gym, only what has "env" in its name counts as an environment.
        return
    if method.attr == "seed" and len(call.args) == 1 and not _of_a_space(method.value):
        yield call.lineno, "env.seed(n)", "env.reset(seed=n)"
    elif (
        method.attr == "render"
        and isinstance(method.value, (ast.Name, ast.Attribute))
        and (call.args or call.keywords or not told_a_mode)
    ):
        yield call.lineno, _render(call), "gymnasium.make(id, render_mode=...)"


def _before_gymnasium_1(parsed: Parsed, names: dict[str, str]) -> Iterator[tuple[int, str, str]]:
    ended = "gymnasium" in {_top(name) for name in names.values()} and resets_in_the_same_step([parsed.text])
    for node in ast.walk(parsed.tree):
        match node:
            case ast.Subscript(slice=ast.Constant(value="final_info" | "final_observation" as name)) if ended:
                yield node.lineno, f'infos["{name}"]', "autoreset_mode=gymnasium.vector.AutoresetMode.SAME_STEP"
            case ast.Subscript() if is_episode_statistic(node):
                yield node.lineno, 'info["episode"][...][0]', 'info["episode"][...]'


def _last_name(node: ast.expr) -> str:
    """Return `env` of `self.env`; "" if the expression is neither a name nor an attribute."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _steps_and_resets(evidence: Evidence) -> Iterator[tuple[int, str, str]]:
    for line in evidence.unpacked[4]:
        yield line, "obs, reward, done, info = env.step()", rules.FIVE_VALUES
    for line in evidence.other[4]:
        yield line, "step in four values", rules.FIVE_VALUES
    for line in evidence.bare:
        yield line, "obs = env.reset()", "obs, info = env.reset()"


def _render(call: ast.Call) -> str:
    for mode in (*call.args[:1], *(keyword.value for keyword in call.keywords if keyword.arg == "mode")):
        if isinstance(mode, ast.Constant) and mode.value != "human":
            return f"env.render(mode={mode.value!r})"
    return "env.render() opens a window"


def _of_a_space(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr.endswith("_space")
