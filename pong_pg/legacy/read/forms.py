"""Finds out which Gym API a script expects, from how it uses what `env.step` and `env.reset` return."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from pong_pg.legacy.read.receivers import Receivers


@dataclass
class Evidence:
    """The lines of a script's files that show which API it expects.

    Attributes:
        unpacked: lines of `a, b, c, d = env.step(...)`, by the number of values.
        other: lines that show the number of values in another way, by that number: a result that is unpacked later,
            or a `step` method of the script that returns so many.
        pairs: lines that take what `reset` returns for (observation, info).
        bare: lines that take what `reset` returns for the observation alone.
        guessed: the same of objects that may be environments or not; counts only where nothing else shows anything.
    """

    unpacked: dict[int, list[int]] = field(default_factory=lambda: {4: [], 5: []})
    other: dict[int, list[int]] = field(default_factory=lambda: {4: [], 5: []})
    pairs: list[int] = field(default_factory=list)
    bare: list[int] = field(default_factory=list)
    guessed: Evidence | None = None

    def of(self, is_environment: bool | None) -> Evidence:
        """Return where the lines belong that use an object, by whether it is an environment; None if unknown."""
        if is_environment is None:
            self.guessed = self.guessed or Evidence()
            return self.guessed
        return self if is_environment else Evidence()

    @property
    def shows_steps(self) -> bool:
        """Whether a line shows how many values `step` returns."""
        return any([*self.unpacked.values(), *self.other.values()])

    @property
    def shows_resets(self) -> bool:
        """Whether a line shows what `reset` returns."""
        return bool(self.pairs or self.bare)

    def settled(self, total: Evidence | None = None) -> Evidence:
        """Return the evidence that counts.

        Args:
            total: the evidence of all files, which decides whether guesses count.
        """
        total = total or self
        guessed = self.guessed or Evidence()
        steps = guessed if not total.shows_steps else self
        resets = guessed if not total.shows_resets else self
        return Evidence(steps.unpacked, steps.other, resets.pairs, resets.bare)

    def add(self, more: Evidence) -> None:
        """Add the evidence of another file."""
        for values in (4, 5):
            self.unpacked[values] += more.unpacked[values]
            self.other[values] += more.other[values]
        self.pairs += more.pairs
        self.bare += more.bare
        if more.guessed:
            self.of(None).add(more.guessed)

    @property
    def step_values(self) -> int:
        """How many values `step` returns where the call itself doesn't show it; 4 if nothing shows it.

        A call that is unpacked at once gets as many values as it unpacks; so the other lines decide, if there are any.
        """
        known = self.settled()
        for counts in (known.other, known.unpacked):
            if len(counts[4]) != len(counts[5]):
                return 4 if len(counts[4]) > len(counts[5]) else 5
        if known.unpacked[4]:
            return 4
        return 5 if known.pairs and not known.bare else 4

    @property
    def reset_pair(self) -> bool:
        """Whether `reset` returns a pair where the call itself doesn't show it."""
        known = self.settled()
        if known.shows_resets:
            return not known.bare
        return self.step_values == 5


def find_forms(tree: ast.Module, imported: dict[str, str] | None = None) -> Evidence:
    """Return the evidence of one file, before it is rewritten.

    Args:
        tree: the file.
        imported: the full names of what it imports, such as {"np": "numpy"}.
    """
    evidence = Evidence()
    receivers = Receivers(tree, imported or {})
    for scope in _scopes(tree):
        _inspect_scope(scope, evidence, receivers)
    return evidence


def _scopes(tree: ast.Module) -> Iterator[ast.Module | ast.FunctionDef]:
    yield tree
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield node


@dataclass
class _Held:
    """Names of a scope that hold what a step or a reset returned, until it is known what becomes of them.

    Attributes:
        steps: where the lines belong that use the result of a step.
        resets: the same of a reset, and the lines of the resets.
    """

    steps: dict[str, Evidence] = field(default_factory=dict)
    resets: dict[str, tuple[Evidence, list[int]]] = field(default_factory=dict)


def _inspect_scope(scope: ast.Module | ast.FunctionDef, evidence: Evidence, receivers: Receivers) -> None:
    nodes = list(_nodes_of(scope))
    held = _Held()
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            _inspect_call(node, node.value, evidence, receivers, held)
    pairs = set()
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
            size = _unpacks(node.targets[-1])
            if node.value.id in held.steps and size in {4, 5}:
                held.steps[node.value.id].other[size].append(node.lineno)
            if node.value.id in held.resets and size == 2:
                pairs.add(node.value.id)
        elif isinstance(node, ast.Subscript) and _is_reset_indexed(node):
            _evidence_of(node.value, evidence, receivers).pairs.append(node.lineno)
        elif (name := _first_of_name(node)) in held.resets and _replaces(node, nodes, name):
            pairs.add(name)
    for name, (where, lines) in held.resets.items():
        (where.pairs if name in pairs else where.bare).extend(lines)
    if isinstance(scope, ast.FunctionDef):
        _inspect_returns(scope, nodes, evidence.of(receivers.is_method_of_environment(scope)))


def _evidence_of(call: ast.expr, evidence: Evidence, receivers: Receivers) -> Evidence:
    """Return where the lines belong that use what a method call returns."""
    is_method = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
    return evidence.of(receivers.is_environment(call.func.value) if is_method else None)  # type: ignore[attr-defined]


def _nodes_of(scope: ast.AST) -> Iterator[ast.AST]:
    """Yield every node of a scope but those of the functions in it, in the order of the text."""
    for child in ast.iter_child_nodes(scope):
        yield child
        if not isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            yield from _nodes_of(child)


def _inspect_call(node: ast.Assign, call: ast.Call, evidence: Evidence, receivers: Receivers, held: _Held) -> None:
    target = node.targets[-1]
    size = _unpacks(target)
    method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    where = _evidence_of(call, evidence, receivers)
    if method == "step":
        if size in {4, 5}:
            where.unpacked[size].append(node.lineno)
        elif isinstance(target, ast.Name):
            held.steps[target.id] = where
    elif method == "reset":
        if size == 2:
            where.pairs.append(node.lineno)
        elif isinstance(target, ast.Name):
            held.resets.setdefault(target.id, (where, []))[1].append(node.lineno)
        elif size == 0:
            where.bare.append(node.lineno)
    elif size == 0:
        # prepro(env.reset()), np.array(env.reset())
        for argument in call.args:
            if isinstance(argument, ast.Call) and getattr(argument.func, "attr", "") == "reset":
                _evidence_of(argument, evidence, receivers).bare.append(node.lineno)


def _is_reset_indexed(node: ast.Subscript) -> bool:
    """Return whether a node is `env.reset()[0]` or `env.reset()[1]`."""
    return (
        isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Attribute)
        and node.value.func.attr == "reset"
        and isinstance(node.slice, ast.Constant)
        and node.slice.value in {0, 1}
    )


def _first_of_name(node: ast.AST) -> str:
    """Return the name in `name[0]`; "" for any other node."""
    if (
        isinstance(node, ast.Subscript)
        and isinstance(node.value, ast.Name)
        and isinstance(node.slice, ast.Constant)
        and node.slice.value == 0
    ):
        return node.value.id
    return ""


def _replaces(node: ast.AST, nodes: list[ast.AST], name: str) -> bool:
    """Return whether `name[0]` takes the place of the name: `state = state[0]`."""
    return any(
        isinstance(other, ast.Assign)
        and other.value is node
        and isinstance(other.targets[-1], ast.Name)
        and other.targets[-1].id == name
        for other in nodes
    )


def _inspect_returns(scope: ast.FunctionDef, nodes: list[ast.AST], evidence: Evidence) -> None:
    sizes = {
        len(node.value.elts) if isinstance(node.value, ast.Tuple) else 0
        for node in nodes
        if isinstance(node, ast.Return) and node.value is not None and not _passes_on(node.value)
    }
    if scope.name in {"step", "_step"} and len(scope.args.args) == 2:
        for size in sizes & {4, 5}:
            evidence.other[size].append(scope.lineno)
    elif scope.name in {"reset", "_reset"} and sizes and scope.args.args:
        (evidence.pairs if sizes == {2} else evidence.bare).append(scope.lineno)


def _passes_on(value: ast.expr) -> bool:
    """Return whether a method hands on what another object's `step` or `reset` returned, which shows no API."""
    return (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Attribute)
        and value.func.attr.lstrip("_") in {"step", "reset"}
    )


def _unpacks(target: ast.expr) -> int:
    """Return how many values an assignment unpacks: 0 if it doesn't unpack, -1 if it has a starred target."""
    if not isinstance(target, (ast.Tuple, ast.List)):
        return 0
    return -1 if any(isinstance(element, ast.Starred) for element in target.elts) else len(target.elts)
