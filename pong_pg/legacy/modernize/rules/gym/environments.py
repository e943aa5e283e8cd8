"""Which expressions of a file are environments, and which of its classes are: decided by simple signs in its text."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator

from pong_pg.legacy.modernize.draft import Draft

_MAKERS = frozenset({"gym.make", "gym.envs.make", "gym.envs.registration.make", "gym.vector.make", "gymnasium.make"})
_BASES = frozenset({"Env", "Wrapper", "ObservationWrapper", "RewardWrapper", "ActionWrapper", "GoalEnv"})
# Vector environments of Baselines and Stable-Baselines keep four values and the bare observation to this day.
_FOUR_VALUES = ("vecenv", "vec_env", "venv")
# How many names are followed from what is rendered to what made it.
_DEEPEST = 3
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


class Environments:
    """The environments of a draft.

    Args:
        draft: the file, which still says `gym`.
    """

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.classes = {node.name: node for node in draft.walk(ast.ClassDef)}
        # The other cells of a notebook import for this one, too.
        self.names = {**draft.facts.around.names, **draft.names}

    @property
    def is_old(self) -> bool:
        """Whether the file belongs to a program on old Gym, with four values a step."""
        facts = self.draft.facts
        if "gym" in facts.around.own or facts.settings.step_values != 4:
            return False
        return facts.around.gym or any(name.partition(".")[0] == "gym" for name in self.names.values())

    def full_name(self, node: ast.AST) -> str:
        """Return the full name of an expression, "" if it does not begin with an imported name."""
        full = self.draft.full_name(node)
        if full:
            return full
        first, _, rest = self.draft.source(node).partition(".")
        module = self.names.get(first, "") if isinstance(node, ast.Name | ast.Attribute) else ""
        return f"{module}.{rest}" if module and rest else module

    def is_make(self, node: ast.AST | None) -> bool:
        """Return whether a node is a call of `gym.make`."""
        return isinstance(node, ast.Call) and self.full_name(node.func) in _MAKERS

    @functools.cached_property
    def _assignments(self) -> dict[str, list[ast.Assign]]:
        """The assignments to each name or attribute, by its text, from the last to the first."""
        found: dict[str, list[ast.Assign]] = {}
        for node in sorted(self.draft.walk(ast.Assign), key=self.draft.start, reverse=True):
            for target in node.targets:
                found.setdefault(self.draft.source(target), []).append(node)
        return found

    def values(self, node: ast.expr) -> list[ast.expr]:
        """Return what may be assigned to a name or attribute: in its function or class, else anywhere in the file."""
        text = self.draft.source(node)
        kinds: tuple[type[ast.AST], ...] = (ast.ClassDef,) if text.startswith("self.") else FUNCTIONS
        scope = self.draft.around(node, *kinds)
        assignments = self._assignments.get(text, [])
        found: list[ast.expr] = []
        for one in assignments:
            if self.draft.around(one, *kinds) is scope and self.draft.start(one) < self.draft.start(node):
                found.append(one.value)
                is_wrapped = any(self.draft.source(part) == text for part in ast.walk(one.value) if _is_name(part))
                if not is_wrapped and self._is_within(node, self.draft.parent(one)):
                    break
        return found or [one.value for one in assignments]

    def _is_within(self, node: ast.AST, block: ast.AST | None) -> bool:
        around = self.draft.parent(node)
        while around is not None and around is not block:
            around = self.draft.parent(around)
        return around is block

    def made(self, node: ast.expr, depth: int = 0) -> list[ast.Call]:
        """Return the calls of `gym.make` that an expression may come from: by assignments, wrappers and parameters."""
        text = self.draft.source(node)
        held = [one.value for one in self._assignments.get(f"self.{text}", [])]
        values = self._given(node, text) or self.values(node) or held or [node]
        parts = [part for value in values for part in ast.walk(value)]
        makes = [part for part in parts if isinstance(part, ast.Call) and self.is_make(part)]
        if not makes and depth < _DEEPEST:
            names = [part for part in parts if isinstance(part, ast.Name | ast.Attribute) and part is not node]
            makes = [make for name in names for make in self.made(name, depth + 1)]
        return list(dict.fromkeys(makes))

    def _given(self, node: ast.expr, text: str) -> list[ast.expr]:
        """Return what the function is called with whose parameter an expression is."""
        function = self.draft.around(node, ast.FunctionDef)
        if not isinstance(function, ast.FunctionDef) or text not in {one.arg for one in function.args.args}:
            return []
        owner = self.draft.parent(function)
        name = owner.name if function.name == "__init__" and isinstance(owner, ast.ClassDef) else function.name
        calls = [call for call in self.draft.walk(ast.Call) if last_name(call.func) == name]
        return [part for call in calls for part in (*call.args, *(keyword.value for keyword in call.keywords))]

    def is_only_made(self, node: ast.expr) -> bool:
        """Return whether an expression is nothing but what `gym.make` gave."""
        if self.is_make(node):
            return True
        values = self.values(node)
        return any(map(self.is_make, values)) and all(self.is_make(value) or _is_inner(value) for value in values)

    def is_bare(self, node: ast.expr) -> bool:
        """Return whether an expression is an environment without its wrappers."""
        if isinstance(node, ast.Attribute) and (node.attr == "unwrapped" or self.is_only_made(node.value)):
            return _is_inner(node)
        first, *others = self.values(node) or [node]
        is_own = isinstance(first, ast.Attribute) and self.draft.source(first.value) == self.draft.source(node)
        return _is_inner(first) and (is_own or all(map(_is_inner, others)))

    @functools.cached_property
    def _stepped(self) -> tuple[set[str], set[str]]:
        """The texts of what is stepped for four values (five, where a pass was here), and of what gives others."""
        four: set[str] = set()
        other: set[str] = set()
        for call in self.draft.walk(ast.Call):
            if not isinstance(call.func, ast.Attribute) or call.func.attr != "step":
                continue
            parent = self.draft.parent(call)
            target = parent.targets[0] if isinstance(parent, ast.Assign) else None
            if isinstance(target, ast.Tuple | ast.List):
                is_starred = any(isinstance(part, ast.Starred) for part in target.elts)
                (four if is_starred or len(target.elts) in {4, 5} else other).add(self.draft.source(call.func.value))
        return four, other

    @functools.cached_property
    def _looped(self) -> set[str]:
        """The names that stand for one after another of some environments."""
        loops = [node for node in ast.walk(self.draft.tree) if isinstance(node, ast.For | ast.comprehension)]
        return {self.draft.source(loop.target) for loop in loops if last_name(loop.iter).endswith("envs")}

    def is_env(self, node: ast.expr) -> bool:
        """Return whether an expression is an environment with Gym's interface."""
        text = self.draft.source(node)
        if text in {"self", "super()"} or text.startswith("super("):
            return self.class_around(node) is not None
        if isinstance(node, ast.Call):
            return self._makes_env(node) is True
        if isinstance(node, ast.Attribute) and node.attr == "unwrapped":
            return self.is_env(node.value)
        four, other = self._stepped
        makes = [self._makes_env(value) for value in self.values(node)]
        is_other = (text in other and text not in four) or any(part in text.lower() for part in _FOUR_VALUES)
        if False in makes or (is_other and True not in makes):
            return False
        return True in makes or text in four or "env" in last_name(node).lower() or text in self._looped

    def _makes_env(self, node: ast.expr) -> bool | None:
        """Return whether a value is an environment; None where nothing shows it."""
        if self.is_make(node):
            return True
        if not isinstance(node, ast.Call):
            return None
        full = self.full_name(node.func)
        name = last_name(node.func)
        if any(part in (full or name).lower() for part in _FOUR_VALUES):
            return False
        if full.startswith(("gym.wrappers.", "gym.vector.", "gym.envs.")):
            return True
        if isinstance(node.func, ast.Name) and name in self.classes:
            return self.is_env_class(self.classes[name])
        return None

    def is_vector(self, node: ast.expr) -> bool:
        """Return whether an expression is a vector environment of Gym, by its name or by what made it."""
        made = [self.full_name(value.func) for value in self.values(node) if isinstance(value, ast.Call)]
        return any(full.startswith("gym.vector.") for full in made) or last_name(node).endswith("envs")

    def calls(self, method: str) -> Iterator[tuple[ast.Call, ast.expr]]:
        """Yield the calls of a method of environments, each with the environment."""
        for call in sorted(self.draft.walk(ast.Call), key=self.draft.start):
            if isinstance(call.func, ast.Attribute) and call.func.attr == method and self.is_env(call.func.value):
                yield call, call.func.value

    # Classes.

    def is_env_class(self, node: ast.ClassDef) -> bool:
        """Return whether a class has Gym's interface: by its bases, or by four values of its `step`."""
        if any(part in node.name.lower() for part in _FOUR_VALUES):
            return False
        return self.has_gym_base(node) or self._is_like_env(node)

    def has_gym_base(self, node: ast.ClassDef, seen: frozenset[str] = frozenset()) -> bool:
        """Return whether a class derives from one of Gym, or seems to."""
        for base in node.bases:
            full, name = self.full_name(base), last_name(base)
            if full.startswith("gym.") and (name in _BASES or name.endswith("Env")):
                return True
            if name in self.classes and name not in seen:
                if self.has_gym_base(self.classes[name], seen | {name}):
                    return True
            elif name not in self.classes and full and name.endswith(("Wrapper", "Env")):
                return not any(part in name.lower() for part in _FOUR_VALUES)
        return False

    def _is_like_env(self, node: ast.ClassDef) -> bool:
        methods = {part.name: part for part in node.body if isinstance(part, ast.FunctionDef)}
        if "step" not in methods or "reset" not in methods:
            return False
        returned = [part.value for part in ast.walk(methods["step"]) if isinstance(part, ast.Return) and part.value]
        return any(
            (isinstance(value, ast.Tuple) and len(value.elts) == 4)
            or (isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "step")
            for value in returned
        )

    def class_around(self, node: ast.AST) -> ast.ClassDef | None:
        """Return the class of an environment that a node is in."""
        found = self.draft.around(node, ast.ClassDef)
        return found if isinstance(found, ast.ClassDef) and self.is_env_class(found) else None

    def method_around(self, node: ast.AST, *names: str) -> ast.FunctionDef | None:
        """Return the method of a class of an environment, by one of some names, that a node is in."""
        found = self.draft.around(node, ast.FunctionDef, ast.Lambda)
        if isinstance(found, ast.FunctionDef) and found.name in names:
            owner = self.draft.parent(found)
            if isinstance(owner, ast.ClassDef) and self.is_env_class(owner):
                return found
        return None


def last_argument(call: ast.Call) -> ast.expr:
    """Return the last argument of a call that has some."""
    return call.keywords[-1].value if call.keywords else call.args[-1]


def _is_name(node: ast.AST) -> bool:
    return isinstance(node, ast.Name | ast.Attribute)


def _is_inner(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in {"env", "unwrapped"}


def last_name(node: ast.AST) -> str:
    """Return the last name of an expression such as `self.env`, `envs[0]` or `make_env()`."""
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Subscript):
        return last_name(node.value)
    if isinstance(node, ast.Call):
        return last_name(node.func)
    return node.id if isinstance(node, ast.Name) else ""
