"""Which expressions of a file are environments, and which of its classes are: decided by simple signs in its text."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator

from pong_pg.legacy.modernize.draft import Draft

_MAKERS = frozenset({"gym.make", "gym.envs.make", "gym.envs.registration.make", "gym.vector.make"})
_BASES = frozenset({"Env", "Wrapper", "ObservationWrapper", "RewardWrapper", "ActionWrapper", "GoalEnv"})
# Vector environments of Baselines and Stable-Baselines keep four values and the bare observation to this day.
_FOUR_VALUES = ("vecenv", "vec_env")
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


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
    def values(self) -> dict[str, list[ast.expr]]:
        """What is assigned to each name or attribute, by its text."""
        found: dict[str, list[ast.expr]] = {}
        for node in self.draft.walk(ast.Assign):
            for target in node.targets:
                found.setdefault(self.draft.source(target), []).append(node.value)
        return found

    def made(self, node: ast.expr) -> list[ast.Call]:
        """Return the calls of `gym.make` that an expression may come from, by its text."""
        if self.is_make(node):
            return [node]  # type: ignore[list-item]  # is_make says so
        text = self.draft.source(node)
        values = self.values.get(text) or self.values.get(f"self.{text}") or []
        return [part for value in values for part in ast.walk(value) if self.is_make(part)]  # type: ignore[misc]

    def is_only_made(self, node: ast.expr) -> bool:
        """Return whether an expression is nothing but what `gym.make` gave."""
        if self.is_make(node):
            return True
        values = self.values.get(self.draft.source(node), [])
        return any(map(self.is_make, values)) and all(self.is_make(value) or _is_inner(value) for value in values)

    def is_bare(self, node: ast.expr) -> bool:
        """Return whether an expression is an environment without its wrappers."""
        if isinstance(node, ast.Attribute) and (node.attr == "unwrapped" or self.is_only_made(node.value)):
            return _is_inner(node)
        return any(map(_is_inner, self.values.get(self.draft.source(node), [])))

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

    def is_env(self, node: ast.expr) -> bool:
        """Return whether an expression is an environment with Gym's interface."""
        name = last_name(node).lower()
        text = self.draft.source(node)
        if any(part in text.lower() for part in _FOUR_VALUES):
            return False
        if text in {"self", "super()"} or text.startswith("super("):
            return self.class_around(node) is not None
        if isinstance(node, ast.Call):
            return self._makes_env(node) is True
        if isinstance(node, ast.Attribute) and node.attr == "unwrapped":
            return self.is_env(node.value)
        four, other = self._stepped
        makes = [self._makes_env(value) for value in self.values.get(text, [])]
        if (text in other and text not in four) or False in makes:
            return False
        return True in makes or text in four or "env" in name

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
        made = [
            self.full_name(value.func)
            for value in self.values.get(self.draft.source(node), [])
            if isinstance(value, ast.Call)
        ]
        return any(full.startswith("gym.vector.") for full in made) or last_name(node).endswith("envs")

    def calls(self, method: str) -> Iterator[tuple[ast.Call, ast.expr]]:
        """Yield the calls of a method of environments, each with the environment."""
        for call in self.draft.walk(ast.Call):
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


def free_name(draft: Draft, name: str) -> str:
    """Return a name that the file does not bind yet."""
    while name in draft.bound or name in draft.names:
        name += "_"
    return name
