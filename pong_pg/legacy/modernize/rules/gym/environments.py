"""What a file's environments are: which of its classes and expressions, and whether it is written for old Gym."""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from enum import Enum

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.read.forms import find_forms
from pong_pg.legacy.read.receivers import Receivers

_OLD_PACKAGES = ("gym", "ale_python_interface", "atari_py", "universe")
# Their environments still have the old API, or one of their own.
_OTHER_APIS = ("baselines", "stable_baselines", "stable_baselines3", "tf_agents", "acme", "dm_control", "unityagents")
_VECTORS = ("make_vec", "SyncVectorEnv", "AsyncVectorEnv", "VectorEnv")
# The supports that make environments.
_MAKERS = (
    "Monitor",
    "record_videos",
    "make_as_in_2016",
    "make_as_then",
    "make_atari",
    "make_atari_as_in_2016",
    "make_atari_as_then",
)
# The supports that environments derive from.
_BASES = ("DiscreteEnv", "GoalEnv")
_Function = ast.FunctionDef | ast.AsyncFunctionDef
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.Module)


class Kind(Enum):
    """Whether an expression is an environment whose API modern code has: surely, maybe or not."""

    YES = "yes"
    MAYBE = "maybe"
    NO = "no"


class Environments:
    """The environments of a file.

    Args:
        draft: the file.

    Attributes:
        is_old: the file is written for Gym.
        classes: the file's classes by name.
        own: the names of its classes that derive from Gym's, which modernising gives the API of today.
        plain: the names of its classes that have the methods of an environment, but derive from nothing of Gym's;
            they keep their own API.
    """

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.names = {**draft.facts.around.names, **draft.names, **_bound_to_gym(draft.tree)}
        self._receivers = Receivers(draft.tree, self.names)
        self.classes = {node.name: node for node in draft.walk(ast.ClassDef)}
        self.own = {name for name in self.classes if self._derives(name, frozenset())}
        self.plain = {
            name for name, node in self.classes.items() if name not in self.own and {"step", "reset"} <= _methods(node)
        }
        # `walk` leaves out the copies of supports.
        self._functions = {
            node.name: node
            for node in draft.walk(ast.FunctionDef)
            if isinstance(draft.parent(node), ast.Module | ast.If | ast.FunctionDef)
        }
        self._asked: list[str] = []
        self._made: dict[str, list[ast.expr]] = {}
        for node in draft.walk(ast.Assign):
            for target in node.targets:
                for name, value in _pairs(target, node.value):
                    self._made.setdefault(name, []).append(value)
        self._taken: dict[str, list[ast.expr]] = {}
        loops: list[ast.For | ast.comprehension] = [*draft.walk(ast.For), *draft.walk(ast.comprehension)]
        for loop in loops:
            for name, value in _taken(loop.target, loop.iter):
                self._taken.setdefault(name, []).append(value)
        self.is_old = self._is_old()

    def _is_old(self) -> bool:
        tops = {full.partition(".")[0] for full in self.names.values()}
        if tops & set(_OLD_PACKAGES) - self.draft.facts.around.own:
            return True
        if not self.draft.facts.around.gym or "gymnasium" in tops:
            return False
        evidence = find_forms(self.draft.tree, self.names).settled()
        return bool(evidence.unpacked[4] or evidence.other[4])

    def _derives(self, name: str, seen: frozenset[str]) -> bool:
        for base in self.classes[name].bases:
            last = last_name(base)
            if isinstance(base, ast.Name) and last in self.classes:
                if last not in seen and last != name and self._derives(last, seen | {name}):
                    return True
            elif last in _BASES:
                return True
            elif self.full_name(base).partition(".")[0] in {"gym", "gymnasium"}:
                if ".spaces" not in self.full_name(base) and "VectorEnvWrapper" not in last:
                    return True
            elif self.full_name(base).partition(".")[0] not in _OTHER_APIS and "vec" not in last.lower():
                # A class of another file of the script's, or of another package.
                return last.lower().endswith(("env", "wrapper")) and last in self.names
        return False

    def full_name(self, node: ast.AST) -> str:
        """Return the full name of an expression, by the imports of the file or its notebook."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or node.id not in self.names:
            return ""
        return ".".join([self.names[node.id], *reversed(parts)])

    def class_around(self, node: ast.AST) -> ast.ClassDef | None:
        """Return the class that a node is in."""
        found = self.draft.around(node, ast.ClassDef)
        return found if isinstance(found, ast.ClassDef) else None

    def is_wrapper(self, name: str) -> bool:
        """Return whether a class of the file wraps an environment."""
        for base in self.classes[name].bases:
            last = last_name(base)
            if last in self.classes and last != name:
                if self.is_wrapper(last):
                    return True
            elif "wrapper" in last.lower():
                return True
        return False

    def has_method(self, name: str, method: str) -> bool:
        """Return whether a class of the file, or one of the file that it derives from, has a method."""
        if name not in self.classes:
            return False
        node = self.classes[name]
        return any(isinstance(part, _Function) and part.name == method for part in node.body) or any(
            isinstance(base, ast.Name) and base.id != name and self.has_method(base.id, method) for base in node.bases
        )

    def made_by(self, node: ast.expr) -> list[ast.expr]:
        """Return what is assigned to the name that an expression ends in."""
        return self._made.get(last_name(node), [])

    def kind(self, node: ast.expr) -> Kind:
        """Return whether an expression is an environment."""
        match node:
            case ast.Name(id="self") | ast.Call(func=ast.Name(id="super")):
                around = self.class_around(node)
                return Kind.YES if around is not None and around.name in self.own else Kind.NO
            case ast.Call():
                return self._kind_of_call(node)
            case ast.Subscript(value=value):
                return self.kind(value)
            case ast.Attribute(attr="unwrapped" | "env"):
                return Kind.YES if self.kind(node.value) is not Kind.NO or last_name(node) == "env" else Kind.NO
            case ast.Name() | ast.Attribute():
                return self._kind_of_name(node)
        return Kind.MAYBE

    def _kind_of_name(self, node: ast.Name | ast.Attribute) -> Kind:
        if isinstance(node, ast.Name) and node.id in self.names and self.names[node.id] != node.id:
            return Kind.NO
        kinds = {self._kind_of_made(value) for value in self.made_by(node) if not self._is_asked(value)} - {None}
        if kinds:
            return next(iter(kinds)) or Kind.MAYBE if len(kinds) == 1 else Kind.MAYBE
        taken = {
            self.kind(value) for value in self._taken.get(last_name(node), []) if last_name(value) != last_name(node)
        }
        if len(taken) == 1:
            return taken.pop()
        known = self._receivers.is_environment(node)
        if known is None:
            return Kind.MAYBE
        if not known:
            return Kind.NO
        # A parameter, perhaps one that gets an object of the file's own making.
        return Kind.MAYBE if self.plain else Kind.YES

    def _kind_of_made(self, value: ast.expr) -> Kind | None:
        match value:
            case ast.Call():
                return self._kind_of_call(value)
            case ast.List(elts=[first, *_]) | ast.ListComp(elt=first):
                return self._kind_of_made(first)
            case ast.Attribute(attr="unwrapped", value=ast.Name(id=name) as inner) if name not in self._asked:
                self._asked.append(name)
                try:
                    return self.kind(inner)
                finally:
                    self._asked.pop()
            case ast.Attribute(attr="unwrapped" | "env", value=inner):
                return self._kind_of_made(inner)
        return None

    def _kind_of_call(self, call: ast.Call) -> Kind:  # noqa: PLR0911 - one case for each form of a call
        name = last_name(call.func)
        if name in _MAKERS and name not in self._functions:
            return Kind.YES
        if (
            isinstance(call.func, ast.Name)
            and name in self._functions
            and self._functions[name].name not in self._asked
        ):
            made = self._kind_of_function(self._functions[name])
            if made is not None:
                return made
        if isinstance(call.func, ast.Name) and name in self.classes:
            return Kind.YES if name in self.own else Kind.NO
        if isinstance(call.func, ast.Call) and any(self.kind(part) is Kind.YES for part in call.args):
            # A wrapper that is made with its arguments first.
            return Kind.YES
        full = self.full_name(call.func)
        if full.partition(".")[0] in _OTHER_APIS or (isinstance(call.func, ast.Attribute) and name == "remote"):
            return Kind.NO
        if isinstance(call.func, ast.Attribute) and name in {"unwrapped", "env"}:
            return self.kind(call.func.value)
        known = self._receivers.is_environment(call)
        if known and not full and self.plain and isinstance(call.func, ast.Name):
            return Kind.MAYBE
        return {True: Kind.YES, None: Kind.MAYBE, False: Kind.NO}[known]

    def _kind_of_function(self, function: ast.FunctionDef) -> Kind | None:
        """Return the kind of what a function of the file returns; None if that does not show it."""
        self._asked.append(function.name)
        try:
            values = [node.value for node in ast.walk(function) if isinstance(node, ast.Return) and node.value]
            kinds = {self._kind_of_returned(value) for value in values}
        finally:
            self._asked.pop()
        return kinds.pop() if len(kinds) == 1 else None

    def _kind_of_returned(self, value: ast.expr) -> Kind | None:
        if not isinstance(value, ast.Name):
            return self._kind_of_made(value)
        kinds = {self._kind_of_made(made) for made in self.made_by(value) if not self._is_asked(made)} - {None}
        return kinds.pop() if len(kinds) == 1 else None

    def _is_asked(self, value: ast.expr) -> bool:
        return isinstance(value, ast.Call) and last_name(value.func) in self._asked

    def is_vector(self, node: ast.expr) -> bool:
        """Return whether an expression is several environments in one."""
        calls = [node] if isinstance(node, ast.Call) else self.made_by(node)
        for call in calls:
            if isinstance(call, ast.Call):
                full = self.full_name(call.func)
                if ".vector." in full or full.rpartition(".")[2] in _VECTORS:
                    return True
        return False

    def seeds_space(self) -> bool:
        """Return whether the script seeds a space, such as `env.action_space`: its samples are to be those of then."""
        for call in self.draft.walk(ast.Call):
            if isinstance(call.func, ast.Attribute):
                if call.func.attr == "seed" and last_name(call.func.value).endswith("space"):
                    return True
            elif last_name(call.func) == "seed_space":
                # It has been rewritten already.
                return True
        return False

    def is_make(self, node: ast.AST) -> bool:
        """Return whether a node is a call of `gym.make`, or an attribute of one such as `.unwrapped`."""
        while isinstance(node, ast.Attribute) and node.attr in {"env", "unwrapped"}:
            node = node.value
        if not isinstance(node, ast.Call):
            return False
        return self.full_name(node.func) in {"gym.make", "gym.envs.make"} or (
            last_name(node.func) in _MAKERS[2:] and last_name(node.func) not in self._functions
        )

    def calls_of(self, *methods: str) -> Iterator[tuple[ast.Call, ast.Attribute, Kind]]:
        """Yield the calls of methods by these names of what may be environments."""
        for call in self.draft.walk(ast.Call):
            if isinstance(call.func, ast.Attribute) and call.func.attr in methods:
                kind = self.kind(call.func.value)
                if kind is not Kind.NO:
                    yield call, call.func, kind

    def method_of_own(self, node: ast.AST, *names: str) -> _Function | None:
        """Return the method by one of these names, of an environment's class of the file, that a node is in."""
        found = self.draft.around(node, *SCOPES)
        around = found is not None and self.draft.parent(found)
        if isinstance(found, _Function) and isinstance(around, ast.ClassDef):
            return found if found.name in names and around.name in self.own else None
        return None

    def scope(self, node: ast.AST) -> ast.AST:
        """Return the function or the module that a node is in."""
        return self.draft.around(node, *SCOPES) or self.draft.tree


@functools.lru_cache(maxsize=1)
def environments_of(draft: Draft) -> Environments:
    """Return the environments of a file; most passes ask for those of the same."""
    return Environments(draft)


def is_direct_env(environments: Environments, name: str) -> bool:
    """Return whether a class derives from `gym.Env` itself."""
    bases = environments.classes[name].bases
    return bool(bases) and environments.full_name(bases[0]) in {"gym.Env", "gym.core.Env", "gymnasium.Env"}


def last_name(node: ast.AST) -> str:
    """Return `env` of `self.env`; "" if the expression is neither a name nor an attribute."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def identifiers(tree: ast.AST) -> set[str]:
    """Return all names and parameters of a tree."""
    found = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return found | {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}


def loads(scope: ast.AST, name: str) -> list[ast.Name]:
    """Return where a name is read in a scope."""
    return [
        node
        for node in ast.walk(scope)
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
    ]


def _bound_to_gym(tree: ast.Module) -> dict[str, str]:
    """Return the names of old imports, which a support may import anew."""
    return {
        alias.asname or "gym": alias.name if alias.asname else "gym"
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name.partition(".")[0] == "gym"
    }


def _methods(node: ast.ClassDef) -> set[str]:
    return {part.name.lstrip("_") for part in node.body if isinstance(part, _Function)}


def _taken(target: ast.expr, iterable: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that a loop sets, and the list that each takes its values from."""
    match iterable:
        case ast.Call(func=ast.Name(id="enumerate"), args=[values]) if isinstance(target, ast.Tuple):
            yield last_name(target.elts[-1]), values
        case ast.Call(func=ast.Name(id="zip"), args=values) if isinstance(target, ast.Tuple):
            for one, value in zip(target.elts, values, strict=False):
                yield last_name(one), value
        case ast.Name() | ast.Attribute():
            yield last_name(target), iterable


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
        for one, part in zip(target.elts, value.elts, strict=True):
            yield from _pairs(one, part)
    elif last_name(target):
        yield last_name(target), value
