"""Monitors: recordings of videos and of the statistics of episodes."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import Environments, environments_of, last_name
from pong_pg.legacy.modernize.rules.gym.rendering import has_no_videos

_MONITORS = {"gym.wrappers.Monitor", "gym.wrappers.monitor.Monitor", "gym.monitoring.Monitor"}
_STATISTICS = {
    "get_episode_rewards": "return_queue",
    "get_episode_lengths": "length_queue",
}
_ARGUMENTS = ("env", "directory", "video_callable", "force", "resume", "write_upon_reset", "uid", "mode")


def monitors(draft: Draft) -> None:
    """Record videos and statistics by the wrappers of today."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    statistics = _reads_statistics(draft) or any(
        environments.full_name(node).startswith("gym.error.") for node in draft.walk(ast.Attribute)
    )
    for call in draft.walk(ast.Call):
        if environments.full_name(call.func) not in _MONITORS:
            continue
        given = dict(zip(_ARGUMENTS, call.args, strict=False))
        given |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
        env = given.get("env")
        if env is None or (len(call.args) == 1 and "directory" not in given):
            # As in 2016: a function that takes the environment.
            draft.comment(call, "gymnasium.wrappers.RecordVideo(env, directory) stands for Monitor(directory)(env)")
            continue
        if statistics:
            _record_statistics(draft, call, env, given)
        elif has_no_videos(call):
            draft.replace(call, f"{_wrappers(draft, environments)}.RecordEpisodeStatistics(", env, ")")
        else:
            draft.replace(call, draft.support("record_videos"), "(", env, ", ", given["directory"], *_when(given), ")")
            draft.comment(call, "videos need the package moviepy; files have other names than those of Monitor")
    for call in draft.walk(ast.Call):
        match call.func:
            case ast.Attribute(attr="start", value=ast.Attribute(value=env) as monitor) if _is_monitor(monitor):
                _start(draft, environments, call, env)
            case ast.Attribute(value=owner) as method if _is_monitor(owner):
                _end(draft, call, method)


def _end(draft: Draft, call: ast.Call, method: ast.Attribute) -> None:
    statement = draft.parent(call)
    if not isinstance(statement, ast.Expr) or not isinstance(method.value, ast.Attribute):
        return
    if method.attr == "close":
        draft.replace(call, method.value.value, ".close()")
    elif method.attr in {"flush", "configure"}:
        draft.remove(statement)


def _reads_statistics(draft: Draft) -> bool:
    names = {*_STATISTICS, "get_total_steps", "load_results", "stats_recorder", "set_monitor_mode"}
    return any(node.attr in names for node in draft.walk(ast.Attribute))


def _record_statistics(draft: Draft, call: ast.Call, env: ast.expr, given: dict[str, ast.expr]) -> None:
    pieces: list[str | ast.AST] = [env, ", ", given["directory"]]
    for name in _ARGUMENTS[2:]:
        if name in given:
            pieces += [f", {name}=", given[name]]
    draft.replace(call, draft.support("Monitor"), "(", *pieces, ")")
    draft.comment(call, "gym_version in its files is the version of Gymnasium")
    if not has_no_videos(call):
        draft.comment(call, "no videos are recorded: gymnasium.wrappers.RecordVideo does")


def _when(given: dict[str, ast.expr]) -> tuple[str | ast.AST, ...]:
    value = given.get("video_callable")
    return () if value is None else (", episode_trigger=", value)


def _is_monitor(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "monitor" and "env" in last_name(node.value).lower()


def _wrappers(draft: Draft, environments: Environments) -> str:
    """Return the name of the module `gymnasium.wrappers` in a file."""
    for name, full in environments.names.items():
        if full == "gym.wrappers":
            return name
        if full == "gym":
            return f"{name}.wrappers"
    return f"{draft.module('gymnasium', 'gym')}.wrappers"


def _start(draft: Draft, environments: Environments, call: ast.Call, env: ast.expr) -> None:
    given = dict(zip(_ARGUMENTS[1:], call.args, strict=False))
    given |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg}
    if not isinstance(draft.parent(call), ast.Expr) or "directory" not in given:
        draft.comment(call, "gymnasium.wrappers.RecordVideo(env, directory) records videos")
        return
    if has_no_videos(call):
        draft.replace(call, env, f" = {_wrappers(draft, environments)}.RecordEpisodeStatistics(", env, ")")
        return
    draft.comment(call, "videos need the package moviepy; files have other names than those of Monitor")
    pieces = (draft.support("record_videos"), "(", env, ", ", given["directory"], *_when(given), ")")
    draft.replace(call, env, " = ", *pieces)


PASSES: tuple[Callable[[Draft], None], ...] = (monitors,)
