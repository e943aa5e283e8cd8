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
_RECORD = "gymnasium.wrappers.RecordVideo(env, directory) records videos"
_VIDEOS = "videos need the package moviepy; the files have other names than those of Monitor"
_NO_FILES = "Monitor wrote this file; RecordEpisodeStatistics keeps the rewards and lengths in queues"
_SOMETIMES = 'to see a window, say render_mode="human" here; then it shows every step'
_ELSEWHERE = 'this shows something if gym.make(..., render_mode="human") made the environment'
_ONE_MODE = "one environment has one render mode: make a second one to show it in a window"


def monitors(environments: Environments) -> None:
    """Record videos by the wrapper of today."""
    draft = environments.draft
    for call in sorted(draft.walk(ast.Call), key=draft.start):
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
        draft.comment(call, _RECORD)
        return
    trigger = given.get("video_callable")
    has_videos = trigger is None or not _is_never(trigger)
    name = "RecordVideo" if has_videos else "RecordEpisodeStatistics"
    prefix = "" if isinstance(function, ast.Name) else draft.source(function).rpartition(".")[0] + "."
    if env:
        gym = next(name for name, full in draft.names.items() if full == "gym")
        prefix = f"{draft.source(env)} = {gym}.wrappers."
    elif not prefix:
        # The rule for imports renames this one.
        name = draft.source(function) if has_videos else draft.from_module("gym.wrappers", name)
    if not has_videos:
        draft.replace(call, f"{prefix}{name}(", wrapped, ")")
        _files(draft, call, given["directory"])
        return
    condition = (", episode_trigger=", trigger) if trigger and draft.source(trigger) != "None" else ()
    draft.replace(call, f"{prefix}{name}(", wrapped, ", ", given["directory"], *condition, ")")
    draft.comment(call, _VIDEOS, is_once=True)


def _is_never(trigger: ast.expr) -> bool:
    """Return whether no episode is recorded, as by `False` or `lambda episode: False`."""
    value = trigger.body if isinstance(trigger, ast.Lambda) else trigger
    return isinstance(value, ast.Constant) and value.value is False


def _files(draft: Draft, call: ast.Call, directory: ast.expr) -> None:
    """Make the folder that a script goes on to use, and say what is not in it any more."""
    used = [node for node in draft.walk(ast.Name) if draft.source(node) == draft.source(directory)]
    if any(draft.end(node) > draft.end(call) for node in used):
        draft.insert_before(
            draft.statement(call), f"{draft.module('os')}.makedirs({draft.source(directory)}, exist_ok=True)"
        )
    for text in draft.walk(ast.Constant):
        if isinstance(text.value, str) and ("stats.json" in text.value or "manifest.json" in text.value):
            draft.comment(text, _NO_FILES)


def _of_2016(draft: Draft, call: ast.Call, env: ast.expr, method: str) -> None:
    if method == "start" and isinstance(draft.parent(call), ast.Expr) and "gym" in draft.names.values():
        _record(draft, call, call.func, env)
    elif method == "close":
        draft.replace(call, env, ".close()")
    else:
        draft.comment(call, _RECORD)


def rendering(environments: Environments) -> None:
    """Give the render mode where an environment is made."""
    draft = environments.draft
    rendered: dict[ast.Call, list[tuple[ast.Call, str]]] = {}
    for call in draft.walk(ast.Call):
        is_recorder = last_name(call.func) == "RecordVideo" or environments.full_name(call.func) in _MONITORS
        if is_recorder and call.args:
            for make in environments.made(call.args[0]):
                rendered.setdefault(make, []).append((call, "rgb_array"))
    for call, env in environments.calls("render"):
        mode = _mode(call)
        if mode == "close":
            draft.replace(call, env, ".close()")
        elif not environments.class_around(call):
            _collect(environments, call, env, mode, rendered)
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
    has_mode = bool(call.args or call.keywords)
    makes = environments.made(env)
    made = [getattr(value, "func", value) for value in environments.values(env)]
    if not makes and not any(last_name(one) in environments.classes or environments.full_name(one) for one in made):
        makes = [node for node in draft.walk(ast.Call) if environments.is_make(node)]
        makes = makes if len(makes) == 1 else []
    if makes and all(_is_own(draft, make) for make in makes):
        # Its method still has the argument, which wrappers do not hand on.
        if has_mode and last_name(env) != "unwrapped":
            draft.wrap(env, "", ".unwrapped")
        return
    if not mode or (not makes and mode != "human"):
        draft.comment(call, "give the mode to gym.make(..., render_mode=mode); render() has no argument today")
    elif not makes and (not made or any(environments.full_name(one).startswith("gym.") for one in made)):
        draft.comment(call, _ELSEWHERE, is_once=True)
    if mode and makes and has_mode:
        draft.replace(call, call.func, "()")
        parent = draft.parent(call)
        if isinstance(parent, ast.Attribute) and parent.attr == "getvalue" and mode == "ansi":
            # It gave a file once, and gives a text today.
            draft.replace(draft.parent(parent), call)  # type: ignore[arg-type]  # the call of getvalue
    for make in makes:
        rendered.setdefault(make, []).append((call, mode or "human"))


def _id(make: ast.Call) -> str:
    """Return the id that an environment is made by; "" where it is no constant."""
    given = make.args[0] if make.args else next((part.value for part in make.keywords), None)
    return given.value if isinstance(given, ast.Constant) and isinstance(given.value, str) else ""


def _is_own(draft: Draft, make: ast.Call) -> bool:
    """Return whether an environment is not one of Gymnasium's, such as one that the script defines."""
    text = _id(make)
    is_known = modern_game(text) or text.rpartition("-v")[0] in _KNOWN or text.startswith("ALE/")
    return bool(text) and not is_known and "gym.envs" not in registered(draft).get(text, "")


def _give_mode(environments: Environments, make: ast.Call, found: list[tuple[ast.Call, str]]) -> None:
    draft = environments.draft
    modes = {mode for _, mode in found}
    text = _id(make)
    value = f'"{sorted(modes)[-1]}"'
    is_text = text.rpartition("-v")[0] in _TEXT or "gym.envs.toy_text" in registered(draft).get(text, "")
    if is_text and modes <= {"human", "ansi"}:
        value = '"ansi"'
        for call, mode in found:
            if mode == "human" and isinstance(draft.parent(call), ast.Expr):
                draft.wrap(call, "print(", ")")
    elif modes == {"human"}:
        value = _when(environments, make, [call for call, _ in found])
    elif len(modes) > 1:
        draft.comment(make, _ONE_MODE)
    if value:
        draft.wrap(last_argument(make), "", f", render_mode={value}")


def _when(environments: Environments, make: ast.Call, calls: list[ast.Call]) -> str:
    """Return the mode for windows, under the condition that all calls of `render` share; "" where it comes later."""
    draft = environments.draft
    found: dict[str, ast.expr] = {}
    for call in calls:
        branch = draft.around(call, ast.If, ast.IfExp, *FUNCTIONS)
        if not isinstance(branch, ast.If | ast.IfExp):
            return '"human"'
        test = branch.test.values[0] if isinstance(branch.test, ast.BoolOp) else branch.test
        is_else = draft.end(call) > draft.end(branch.body[-1] if isinstance(branch, ast.If) else branch.body)
        is_and = not isinstance(branch.test, ast.BoolOp) or isinstance(branch.test.op, ast.And)
        found[draft.source(test) if is_and and not is_else else ""] = test
    condition, *others = found
    parts = list(ast.walk(found[condition]))
    names = [node for node in parts if isinstance(node, ast.Name)]
    is_plain = condition and not others and names and not any(isinstance(node, ast.Call) for node in parts)
    if is_plain and all(_is_known(draft, name, make) for name in names):
        return f'"human" if {condition} else None'
    draft.comment(make, _SOMETIMES)
    return ""


def _is_known(draft: Draft, name: ast.Name, make: ast.Call) -> bool:
    """Return whether a name has its only value, as far as its text shows, before an environment is made."""
    function = draft.around(make, *FUNCTIONS)
    if isinstance(function, ast.FunctionDef) and any(one.arg == name.id for one in function.args.args):
        return name.id != "self"
    stores = [node for node in draft.walk(ast.Name) if node.id == name.id and isinstance(node.ctx, ast.Store)]
    place = draft.around(stores[0], *FUNCTIONS) if len(stores) == 1 else make
    return place in {None, function} and (place is not function or draft.end(stores[0]) < draft.start(make))
