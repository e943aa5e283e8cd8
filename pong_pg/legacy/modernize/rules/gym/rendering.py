"""The render mode that environments are made with, and calls of `render`."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import SCOPES, Environments, Kind, environments_of, last_name
from pong_pg.legacy.modernize.rules.gym.ids import ID, ids_in, registered

# They were rendered as text, which was printed.
_TEXTS = ("FrozenLake", "FrozenLake8x8", "Taxi", "CliffWalking")


class RenderModes:
    """How a file renders its environments.

    Args:
        environments: those of the file.
    """

    def __init__(self, environments: Environments) -> None:
        self._environments = environments
        self._calls = [
            (call, mode_of(call))
            for call, method, _ in environments.calls_of("render")
            if not _is_of_own(environments, method.value)
        ]
        self._records = [
            call
            for call in environments.draft.walk(ast.Call)
            if environments.full_name(call.func) in {"gym.wrappers.Monitor", "gym.wrappers.RecordVideo"}
            and not has_no_videos(call)
        ]

    def of(self, make_call: ast.Call) -> str:
        """Return the render mode, as an expression, that an environment is to be made with; "" for none."""
        if any(keyword.arg == "render_mode" for keyword in make_call.keywords):
            return ""
        calls = self._calls_on(make_call)
        if calls and is_text(self._environments):
            return '"ansi"'
        modes = {mode for _, mode in calls}
        arrays = modes - {"human", "close"}
        draft = self._environments.draft
        if arrays and "human" in modes:
            draft.comment(make_call, 'an environment has one render mode today: with "rgb_array" no window is shown')
        if "ansi" in arrays:
            return '"ansi"'
        if arrays or self._is_recorded(make_call):
            return '"rgb_array"'
        if "human" not in modes:
            return ""
        condition = self._condition(make_call, calls)
        return f'"human" if {condition} else None' if condition else '"human"'

    def _target(self, make_call: ast.Call) -> str:
        """Return the name that an environment gets, perhaps with wrappers around it; "" if it gets none."""
        draft = self._environments.draft
        node: ast.AST | None = make_call
        while isinstance(node, ast.Call | ast.Attribute | ast.keyword):
            node = draft.parent(node)
        return last_name(node.targets[0]) if isinstance(node, ast.Assign) else ""

    def _calls_on(self, make_call: ast.Call) -> list[tuple[ast.Call, str]]:
        """Return the calls of `render` that may be of the environment that is made, with their modes."""
        environments = self._environments
        target = self._target(make_call)
        targets = {self._target(call) for call in environments.draft.walk(ast.Call) if environments.is_make(call)}
        found = []
        for call, mode in self._calls:
            name = last_name(call.func.value) if isinstance(call.func, ast.Attribute) else ""
            if not target or name == target or name not in targets:
                found.append((call, mode))
        return found

    def _is_recorded(self, make_call: ast.Call) -> bool:
        target = self._target(make_call)
        for record in self._records:
            given = (
                record.args[0]
                if record.args
                else next((keyword.value for keyword in record.keywords if keyword.arg == "env"), None)
            )
            if given is None or make_call in list(ast.walk(record)) or last_name(given) == target:
                return True
            if not last_name(given) or not target:
                return True
        return False

    def _condition(self, make_call: ast.Call, calls: list[tuple[ast.Call, str]]) -> str:
        """Return the condition under which the file renders at all, if it is known when an environment is made."""
        draft = self._environments.draft
        conditions = set[str]()
        for call, mode in calls:
            if mode != "human":
                continue
            around = draft.around(call, ast.If, *SCOPES)
            inner = isinstance(around, ast.If) and any(call in list(ast.walk(statement)) for statement in around.body)
            conditions.add(ast.unparse(around.test) if inner and isinstance(around, ast.If) else "")
            if inner and isinstance(around, ast.If) and not self._is_known(around.test, make_call):
                draft.comment(
                    make_call, 'with render_mode="human" every step is shown, not only where render() is called'
                )
                return ""
        return conditions.pop() if len(conditions) == 1 else ""

    def _is_known(self, test: ast.expr, make_call: ast.Call) -> bool:
        """Return whether a condition is of names that are set once, before an environment is made."""
        draft = self._environments.draft
        while isinstance(test, ast.Attribute):
            test = test.value
        if not isinstance(test, ast.Name):
            return False
        stores = [node for node in draft.walk(ast.Name) if node.id == test.id and isinstance(node.ctx, ast.Store)]
        scope = self._environments.scope(make_call)
        if len(stores) != 1:
            return False
        store_scope = self._environments.scope(stores[0])
        is_before = stores[0].lineno < make_call.lineno
        return is_before if scope is store_scope else store_scope is draft.tree


def is_text(environments: Environments) -> bool:
    """Return whether a file's environments are rendered as text."""
    ids = [env_id for env_id in ids_in(environments.draft) if not env_id.startswith("-")]
    return bool(ids) and all(env_id.rpartition(ID)[0] in _TEXTS for env_id in ids)


def _is_of_own(environments: Environments, node: ast.expr, seen: frozenset[str] = frozenset()) -> bool:
    """Return whether an expression is an environment of the file's own class, which renders as its class says.

    Args:
        environments: those of the file.
        node: the expression.
        seen: names whose values are being looked at.
    """
    inner = _innermost(environments, node)
    if isinstance(inner, ast.Call):
        if environments.is_make(inner) and inner.args and isinstance(inner.args[0], ast.Constant):
            return inner.args[0].value in registered(environments.draft)
        return last_name(inner.func) in environments.own and not _wraps(environments, inner)
    name = last_name(inner)
    if isinstance(inner, ast.Name) and name == "self":
        return True
    values = [_innermost(environments, value) for value in environments.made_by(inner)]
    # Without those that it is itself, as in `env = Wrapper(env)`.
    others = [value for value in values if isinstance(value, ast.Call) or last_name(value) != name]
    return bool(others) and name not in seen and all(_is_of_own(environments, one, seen | {name}) for one in others)


def _innermost(environments: Environments, node: ast.expr) -> ast.expr:
    """Return what an expression puts into wrappers, as far as these leave it to it to render."""
    while isinstance(node, ast.Call) and node.args and _wraps(environments, node):
        if any(environments.has_method(last_name(node.func), method) for method in ("render", "_render")):
            break
        node = node.args[0]
    return node


def _wraps(environments: Environments, value: ast.expr) -> bool:
    """Return whether an expression is a call of a wrapper's class."""
    if not isinstance(value, ast.Call):
        return False
    name = last_name(value.func)
    is_own = name in environments.own and environments.is_wrapper(name)
    return is_own or environments.full_name(value.func).startswith("gym.wrappers.")


def mode_of(call: ast.Call) -> str:
    """Return the mode of a call of `render`; "close" if it only closes the window."""
    for keyword in call.keywords:
        if keyword.arg == "close" and isinstance(keyword.value, ast.Constant) and keyword.value.value:
            return "close"
    values = [*call.args[:1], *(keyword.value for keyword in call.keywords if keyword.arg == "mode")]
    for value in values:
        return str(value.value) if isinstance(value, ast.Constant) else "rgb_array"
    return "human"


def has_no_videos(call: ast.Call) -> bool:
    """Return whether a monitor records no videos."""
    for keyword in call.keywords:
        if keyword.arg == "video_callable":
            value = keyword.value
            never = value.body if isinstance(value, ast.Lambda) else value
            return isinstance(never, ast.Constant) and never.value is False
    return False


def render(draft: Draft) -> None:
    """Call `render` without a mode, which environments are made with."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    for call, method, kind in environments.calls_of("render"):
        if kind is not Kind.YES or environments.method_of_own(call, "render", "_render"):
            continue
        mode = mode_of(call)
        if isinstance(method.value, ast.Name) and method.value.id == "self":
            continue
        if _is_of_own(environments, method.value):
            made = environments.made_by(method.value)
            is_wrapped = any(environments.is_make(value) or _wraps(environments, value) for value in made)
            if (call.args or call.keywords) and is_wrapped:
                # Wrappers hand no arguments on.
                draft.replace(method, method.value, ".unwrapped.render")
            continue
        if mode == "human" and is_text(environments) and isinstance(draft.parent(call), ast.Expr):
            draft.replace(call, "print(", call.func, '(), end="")')
            continue
        if not (call.args or call.keywords):
            continue
        if mode == "close":
            draft.replace(call, method.value, ".close()")
        else:
            draft.replace(call, call.func, "()")


def texts(draft: Draft) -> None:
    """Take texts for what `render` gives: in Gym 0.9 they were files in memory."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    for call in draft.walk(ast.Call):
        if isinstance(call.func, ast.Attribute) and call.func.attr == "getvalue" and not call.args:
            owner = call.func.value
            made = [owner] if isinstance(owner, ast.Call) else environments.made_by(owner)
            if made and all(isinstance(value, ast.Call) and last_name(value.func) == "render" for value in made):
                draft.replace(call, owner)


PASSES: tuple[Callable[[Draft], None], ...] = (texts, render)
