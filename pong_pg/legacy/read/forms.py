"""Finds out which Gym API a script expects, from how it uses what `env.step` and `env.reset` return."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from pong_pg.legacy.read.scopes import full_name, last_name, own_nodes

# Packages that make no environments, but objects with methods of these names.
_NO_ENVIRONMENTS = (
    "chainer", "collections", "gym.spaces", "gymnasium.spaces", "keras", "numpy", "random", "tensorflow", "theano",
    "torch", "tqdm",
)  # fmt: skip


def _by_number() -> dict[int, list[int]]:
    return {4: [], 5: []}


@dataclass
class Evidence:
    """The lines of a script's files that show which API it expects.

    Attributes:
        unpacked: lines of `a, b, c, d = env.step(...)`, by the number of values.
        other: lines that show the number of values in another way, by that number: a result that is unpacked later,
            or a `step` method of the script that returns so many.
        pairs: lines that take what `reset` returns for (observation, info).
        bare: lines that take what `reset` returns for the observation alone.
    """

    unpacked: dict[int, list[int]] = field(default_factory=_by_number)
    other: dict[int, list[int]] = field(default_factory=_by_number)
    pairs: list[int] = field(default_factory=list)
    bare: list[int] = field(default_factory=list)

    def add(self, more: Evidence) -> None:
        """Add the evidence of another file."""
        for values in (4, 5):
            self.unpacked[values] += more.unpacked[values]
            self.other[values] += more.other[values]
        self.pairs += more.pairs
        self.bare += more.bare

    @property
    def step_values(self) -> int:
        """How many values `step` returns where the call itself doesn't show it; 4 if nothing shows it.

        A call that is unpacked at once gets as many values as it unpacks; so the other lines decide, if there are any.
        """
        for counts in (self.other, self.unpacked):
            if len(counts[4]) != len(counts[5]):
                return 4 if len(counts[4]) > len(counts[5]) else 5
        return 5 if self.pairs and not self.bare and not self.unpacked[4] else 4

    @property
    def reset_pair(self) -> bool:
        """Whether `reset` returns a pair where the call itself doesn't show it."""
        return not self.bare if self.pairs or self.bare else self.step_values == 5


def find_forms(tree: ast.Module, imported: dict[str, str] | None = None) -> Evidence:
    """Return the evidence of one file, before it is rewritten."""
    evidence = Evidence()
    others = _Others(tree, imported or {})
    _Scope(tree, evidence, others).inspect()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            scope = _Scope(node, evidence, others)
            scope.inspect()
            if not others.has_method(node):
                scope.inspect_returns(node)
    return evidence


class _Others:
    """The objects of a file that have methods called `step` or `reset` and are no environments, such as an LSTM."""

    def __init__(self, tree: ast.Module, imported: dict[str, str]) -> None:
        self._imported = imported
        self._classes: set[str] = set()
        self._inside: set[int] = set()
        self._names: set[str] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and self._is_no_environment(node):
                self._classes.add(node.name)
                self._inside.update(map(id, ast.walk(node)))
        for node in ast.walk(tree):
            match node:
                case ast.Assign(targets=targets, value=ast.Call(func=made)) if self._is_of_others(made):
                    self._names.update(map(last_name, targets))

    def _is_no_environment(self, node: ast.ClassDef) -> bool:
        bases = [base for base in node.bases if last_name(base) != "object"]
        methods = {part.name.lstrip("_") for part in node.body if isinstance(part, ast.FunctionDef)}
        # A class of the script's own, of nothing: an environment has both methods.
        return any(map(self._is_of_others, bases)) or not (bases or {"step", "reset"} <= methods)

    def _is_of_others(self, node: ast.expr) -> bool:
        full = full_name(node, self._imported)
        return last_name(node) in self._classes or f"{full}.".startswith(tuple(f"{one}." for one in _NO_ENVIRONMENTS))

    def has_method(self, function: ast.FunctionDef) -> bool:
        """Return whether a function is a method of such an object."""
        return id(function) in self._inside

    def includes(self, node: ast.expr) -> bool:
        """Return whether an expression is such an object."""
        if isinstance(node, ast.Subscript):
            return self.includes(node.value)
        name = last_name(node)
        return name in self._names or (name == "self" and id(node) in self._inside)


class _Scope:
    """A file or a function, without the functions in it."""

    def __init__(self, scope: ast.Module | ast.FunctionDef, evidence: Evidence, others: _Others) -> None:
        self._nodes = [node for statement in scope.body for node in own_nodes(statement)]
        self._evidence = evidence
        self._others = others
        # Names that hold what a step or a reset returned, these with the lines of the resets.
        self._steps: set[str] = set()
        self._resets: dict[str, list[int]] = {}

    def inspect(self) -> None:
        """Add what calls of `step` and `reset` show."""
        assigns = [node for node in self._nodes if isinstance(node, ast.Assign)]
        for node in assigns:
            if isinstance(node.value, ast.Call):
                self._inspect_call(node, node.value)
        pairs = set()
        for node in assigns:
            size = _unpacks(node.targets[-1])
            match node.value:
                case ast.Name(id=name):
                    if name in self._steps and size in {4, 5}:
                        self._evidence.other[size].append(node.lineno)
                    if size == 2:
                        pairs.add(name)
                # state = state[0]
                case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=0)):
                    if last_name(node.targets[-1]) == name:
                        pairs.add(name)
        for name, lines in self._resets.items():
            (self._evidence.pairs if name in pairs else self._evidence.bare).extend(lines)
        for part in self._nodes:
            match part:
                case ast.Subscript(value=ast.Call() as call, slice=ast.Constant(value=0 | 1)):
                    if self._method(call) == "reset":
                        self._evidence.pairs.append(part.lineno)

    def _method(self, call: ast.expr) -> str:
        """Return the method that is called of what may be an environment; "" for any other call."""
        match call:
            case ast.Call(func=ast.Attribute(value=owner, attr=name)) if not self._others.includes(owner):
                return name
        return ""

    def _inspect_call(self, node: ast.Assign, call: ast.Call) -> None:
        target = node.targets[-1]
        size, method = _unpacks(target), self._method(call)
        if method == "step":
            if size in {4, 5}:
                self._evidence.unpacked[size].append(node.lineno)
            elif isinstance(target, ast.Name):
                self._steps.add(target.id)
        elif method == "reset":
            if size == 2:
                self._evidence.pairs.append(node.lineno)
            elif isinstance(target, ast.Name):
                self._resets.setdefault(target.id, []).append(node.lineno)
            elif size == 0:
                self._evidence.bare.append(node.lineno)
        elif size == 0 and any(self._method(argument) == "reset" for argument in call.args):
            # prepro(env.reset()), np.array(env.reset())
            self._evidence.bare.append(node.lineno)

    def inspect_returns(self, function: ast.FunctionDef) -> None:
        """Add what a method called `step` or `reset` shows by what it returns."""
        returned = [node.value for node in self._nodes if isinstance(node, ast.Return) and node.value is not None]
        # What hands on the result of another object's method shows no API.
        sizes = {_unpacks(value) for value in returned if self._method(value).lstrip("_") not in {"step", "reset"}}
        if function.name in {"step", "_step"} and len(function.args.args) == 2:
            for size in sizes & {4, 5}:
                self._evidence.other[size].append(function.lineno)
        elif function.name in {"reset", "_reset"} and sizes and function.args.args:
            (self._evidence.pairs if sizes == {2} else self._evidence.bare).append(function.lineno)


def _unpacks(target: ast.expr) -> int:
    """Return how many values an assignment unpacks: 0 if it doesn't unpack, -1 if it has a starred target."""
    if not isinstance(target, ast.Tuple | ast.List):
        return 0
    return -1 if any(isinstance(element, ast.Starred) for element in target.elts) else len(target.elts)
