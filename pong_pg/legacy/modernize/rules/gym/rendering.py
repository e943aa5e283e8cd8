"""What is rendered: the render mode at `gym.make`, and recordings."""

from __future__ import annotations

import ast

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import FUNCTIONS, Environments, last_argument, last_name
from pong_pg.legacy.modernize.rules.gym.ids import registered
from pong_pg.legacy.tables.atari import modern_game
from pong_pg.legacy.tables.gym import NEWEST_VERSIONS

_MONITORS = frozenset({"gym.wrappers.Monitor", "gym.wrappers.monitor.Monitor", "gym.monitoring.Monitor"})
_ARGUMENTS = ("env", "directory", "video_callable", "force", "resume", "write_upon_reset", "uid", "mode")
_TEXT = frozenset({"CliffWalking", "FrozenLake", "FrozenLake8x8", "Taxi"})
_KNOWN = _TEXT | NEWEST_VERSIONS.keys() | {"MountainCar", "MountainCarContinuous"}
_VIDEOS = "videos need the package moviepy; the files have other names than those of Monitor"
_SOMETIMES = 'to see a window, say render_mode="human" here; then it shows every step'


def monitors(environments: Environments) -> None:
    """Record videos by the wrapper of today."""
    draft = environments.draft
    for call in draft.walk(ast.Call):
        match call.func:
            case ast.Attribute(attr=attr, value=ast.Attribute(attr="monitor", value=env)) if environments.is_env(env):
                _of_2016(draft, call, env, attr)
            case _ if environments.full_name(call.func) in _MONITORS:
                _record(draft, call, call.func, None)


def _record(draft: Draft, call: ast.Call, function: ast.expr, env: ast.expr | None) -> None:
    """Write a recording wrapper for a Monitor; `env` is the environment of one that was started in 2016."""
    given = dict(zip(_ARGUMENTS[1:] if env else _ARGUMENTS, call.args, strict=False))
    given |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    wrapped = env or given.get("env")
    if wrapped is None or "directory" not in given:
        draft.comment(call, "gymnasium.wrappers.RecordVideo(env, directory) records videos")
        return
    trigger = given.get("video_callable")
    has_videos = trigger is None or draft.source(trigger) != "False"
    name = "RecordVideo" if has_videos else "RecordEpisodeStatistics"
    prefix = "" if isinstance(function, ast.Name) else draft.source(function).rpartition(".")[0] + "."
    if env:
        gym = next(name for name, full in draft.names.items() if full == "gym")
        prefix = f"{draft.source(env)} = {gym}.wrappers."
    elif not prefix:
        # The rule for imports renames this one.
        name = draft.source(function) if has_videos else draft.from_module("gymnasium.wrappers", name)
    if not has_videos:
        draft.replace(call, f"{prefix}{name}(", wrapped, ")")
        if "stats.json" in draft.text:
            draft.comment(call, "this writes no files of statistics")
        return
    condition = (", episode_trigger=", trigger) if trigger and draft.source(trigger) != "None" else ()
    draft.replace(call, f"{prefix}{name}(", wrapped, ", ", given["directory"], *condition, ")")
    draft.comment(call, _VIDEOS)


def _of_2016(draft: Draft, call: ast.Call, env: ast.expr, method: str) -> None:
    statement = draft.parent(call)
    if not isinstance(statement, ast.Expr) or "gym" not in draft.names.values():
        draft.comment(call, "gymnasium.wrappers.RecordVideo(env, directory) records videos")
    elif method == "start":
        _record(draft, call, call.func, env)
    elif method == "close":
        draft.replace(call, env, ".close()")
    else:
        draft.remove(statement)


def rendering(environments: Environments) -> None:
    """Give the render mode where an environment is made."""
    draft = environments.draft
    rendered: dict[ast.Call, list[tuple[ast.Call, str]]] = {}
    for call in draft.walk(ast.Call):
        is_monitor = environments.full_name(call.func) in _MONITORS
        if (is_monitor or last_name(call.func) == "RecordVideo") and call.args:
            for make in environments.made(call.args[0]):
                rendered.setdefault(make, []).append((call, "rgb_array"))
    for call, env in environments.calls("render"):
        mode = _mode(call)
        if environments.class_around(call):
            # Wrappers hand no mode on.
            if environments.method_around(call, "render") and draft.source(env) != "self":
                draft.replace(call, call.func, "()")
        elif mode == "close":
            draft.replace(call, env, ".close()")
        else:
            _collect(environments, call, env, mode, rendered)
            _reset_first(environments, call, env)
    for make, found in rendered.items():
        if not any(keyword.arg == "render_mode" for keyword in make.keywords):
            _give_mode(environments, make, found)


def _mode(call: ast.Call) -> str:
    """Return the mode of a call of `render`, "close", or "" where it is computed."""
    values = {keyword.arg: keyword.value for keyword in call.keywords}
    if "close" in values:
        return "close"
    value = call.args[0] if call.args else values.get("mode")
    if value is None:
        return "human"
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else ""


def _collect(
    environments: Environments,
    call: ast.Call,
    env: ast.expr,
    mode: str,
    rendered: dict[ast.Call, list[tuple[ast.Call, str]]],
) -> None:
    """Note which environments a call renders, and drop its mode."""
    draft = environments.draft
    makes = environments.made(env)
    if not makes and not any(
        last_name(value) in environments.classes for value in environments.values.get(draft.source(env), [])
    ):
        makes = [node for node in draft.walk(ast.Call) if environments.is_make(node)]
        makes = makes if len(makes) == 1 else []
    if not mode or (not makes and mode != "human"):
        draft.comment(call, "give the mode to gym.make(..., render_mode=mode); render() has no argument today")
    elif not makes and not environments.values.get(draft.source(env)):
        draft.comment(call, 'this shows something if gym.make(..., render_mode="human") made the environment')
    if mode and makes and (call.args or call.keywords):
        draft.replace(call, call.func, "()")
    for make in makes:
        rendered.setdefault(make, []).append((call, mode or "human"))


def _reset_first(environments: Environments, call: ast.Call, env: ast.expr) -> None:
    """Reset an environment that is rendered in its first lines, which Gym allowed before it was reset."""
    draft = environments.draft
    statement = draft.statement(call)
    text = draft.source(env)
    resets = [draft.start(one) for one, other in environments.calls("reset") if draft.source(other) == text]
    is_first = isinstance(draft.parent(statement), ast.Module) and environments.values.get(text)
    others = [draft.start(one) for one, other in environments.calls("render") if draft.source(other) == text]
    if is_first and draft.start(call) < min([*resets, *(one for one in others if one != draft.start(call))], default=0):
        draft.insert_before(statement, f"{text}.reset()")


def _give_mode(environments: Environments, make: ast.Call, found: list[tuple[ast.Call, str]]) -> None:
    draft = environments.draft
    modes = {mode for _, mode in found}
    given = make.args[0] if make.args else next((part.value for part in make.keywords), None)
    text = given.value if isinstance(given, ast.Constant) and isinstance(given.value, str) else ""
    name = text.rpartition("-v")[0]
    place = registered(draft).get(text, "")
    is_text = name in _TEXT or "gym.envs.toy_text" in place
    if text and not (is_text or modern_game(text) or name in _KNOWN or name.startswith("ALE/") or "gym.envs" in place):
        # An environment of the script shows itself without being asked to when it is made.
        if text not in registered(draft) or modes != {"human"}:
            mode = sorted(modes)[0]
            draft.comment(make, f'rendering needs render_mode="{mode}" here, if {text} takes that argument')
        return
    value = f'"{sorted(modes)[-1]}"'
    if is_text and modes <= {"human", "ansi"}:
        value = '"ansi"'
        for call, mode in found:
            if mode == "human" and isinstance(draft.parent(call), ast.Expr):
                draft.wrap(call, "print(", ")")
    elif modes == {"human"}:
        value = _when(environments, make, [call for call, _ in found])
    elif len(modes) > 1:
        draft.comment(make, "one environment has one render mode: make a second one to show it in a window")
    if value:
        draft.wrap(last_argument(make), "", f", render_mode={value}")


def _when(environments: Environments, make: ast.Call, calls: list[ast.Call]) -> str:
    """Return the mode for windows, under the condition that all calls of `render` share; "" where it comes later."""
    draft = environments.draft
    conditions = [_conditions(draft, call) for call in calls]
    if not all(conditions):
        return '"human"'
    for condition in conditions[0]:
        if all(draft.source(condition) in map(draft.source, others) for others in conditions):
            names = [node for node in ast.walk(condition) if isinstance(node, ast.Name)]
            is_plain = not any(isinstance(node, ast.Call) for node in ast.walk(condition))
            if names and is_plain and all(_is_known(draft, name, make) for name in names):
                return f'"human" if {draft.source(condition)} else None'
    draft.comment(make, _SOMETIMES)
    return ""


def _conditions(draft: Draft, call: ast.Call) -> list[ast.expr]:
    """Return the conditions that must hold where a call is made, within its function."""
    found: list[ast.expr] = []
    node: ast.AST = draft.statement(call)
    while (parent := draft.parent(node)) is not None and not isinstance(parent, FUNCTIONS):
        if isinstance(parent, ast.If) and node in parent.body:
            is_and = isinstance(parent.test, ast.BoolOp) and isinstance(parent.test.op, ast.And)
            found += parent.test.values if is_and else [parent.test]  # type: ignore[attr-defined]  # is_and says so
        node = parent
    return found


def _is_known(draft: Draft, name: ast.Name, make: ast.Call) -> bool:
    """Return whether a name has its only value, as far as its text shows, before an environment is made."""
    function = draft.around(make, FUNCTIONS)  # type: ignore[arg-type]  # a union of classes
    if isinstance(function, ast.FunctionDef) and any(one.arg == name.id for one in function.args.args):
        return name.id != "self"
    stores = [node for node in draft.walk(ast.Name) if node.id == name.id and isinstance(node.ctx, ast.Store)]
    if len(stores) != 1:
        return False
    place = draft.around(stores[0], FUNCTIONS)  # type: ignore[arg-type]  # as above
    return (place is None and function is not None) or (
        place in {None, function} and draft.end(stores[0]) < draft.start(make)
    )
