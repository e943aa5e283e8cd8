"""Attributes of environments and of their specifications, and entries of infos."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import Environments, Kind, environments_of, last_name
from pong_pg.legacy.modernize.rules.gym.ids import Needs

_SPEC = {
    "timestep_limit": "max_episode_steps",
    "_kwargs": "kwargs",
    "_entry_point": "entry_point",
    "_env_name": "name",
}
_LIMIT_TAG = "wrapper_config.TimeLimit.max_episode_steps"
# What wrappers have themselves today; all else is the innermost environment's.
_OF_WRAPPERS = {
    "action_space", "class_name", "close", "configure", "env", "get_wrapper_attr", "has_wrapper_attr", "metadata",
    "monitor", "np_random", "np_random_seed", "render", "render_mode", "reset", "reward_range", "seed",
    "set_wrapper_attr", "observation_space", "spec", "step", "unwrapped", "_max_episode_steps", "_elapsed_steps",
    "_step", "_reset", "_render", "_close", "_seed", "get_episode_rewards", "get_episode_lengths", "get_total_steps",
}  # fmt: skip
# Attributes of environments with tables up to Gym 0.19, and where today's have them.
_OF_TABLES = {"nS": "observation_space.n", "nA": "action_space.n", "isd": "initial_state_distrib"}
_OF_INNERMOST = {
    **_OF_TABLES,
    "steps_beyond_done": "steps_beyond_terminated",
    "viewer": "screen",
    "_n_actions": "action_space.n",
    "frameskip": "_frameskip",
    "_get_ram": "ale.getRAM",
    "_get_image": "ale.getScreenRGB",
    "clone_full_state": "clone_state",
    "restore_full_state": "restore_state",
}
# What is an innermost environment's, whatever the object that it is read from.
_KNOWN = {*_OF_INNERMOST, "P", "ale", "clone_state", "get_action_meanings", "get_keys_to_action", "restore_state"}
_COMMENTS = {
    "clone_full_state": "states are objects of ale-py today, not arrays",
    "clone_state": "states are objects of ale-py today, not arrays",
}
_BASES = {"gym.Env", "gym.core.Env"}
_INFOS = {"ale.lives": "lives"}


def specs(draft: Draft) -> None:
    """Read specifications by the names of today."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    for node in draft.walk(ast.Attribute):
        if node.attr in _SPEC and _is_spec(environments, node.value):
            draft.replace(node, node.value, f".{_SPEC[node.attr]}")
        elif node.attr in {"trials", "local_only"} and _is_spec(environments, node.value):
            draft.comment(node, f"specifications have no {node.attr} today")
        elif node.attr == "tags" and _is_spec(environments, node.value) and _LIMIT_TAG not in draft.text:
            draft.comment(node, "specifications have no tags today; a limit of steps is their max_episode_steps")
    for constant in draft.walk(ast.Constant):
        if constant.value != _LIMIT_TAG:
            continue
        match draft.parent(constant):
            case (
                ast.Subscript(value=ast.Attribute(attr="tags") as tags)
                | ast.Call(func=ast.Attribute(attr="get", value=ast.Attribute(attr="tags") as tags))
            ) as outer:
                draft.replace(outer, tags.value, ".max_episode_steps")


def _is_spec(environments: Environments, node: ast.expr) -> bool:
    if isinstance(node, ast.Attribute) and node.attr == "spec":
        return True
    calls = [node] if isinstance(node, ast.Call) else environments.made_by(node)
    for call in calls:
        if isinstance(call, ast.Call) and (
            environments.full_name(call.func) in {"gym.spec", "gym.envs.registry.spec"}
            or last_name(call.func) == "spec_as_then"
        ):
            return True
        if isinstance(call, ast.Attribute) and call.attr == "spec":
            return True
    return False


def inner(draft: Draft) -> None:  # noqa: PLR0912 - one case for each kind of object
    """Read attributes of the innermost environment from it: wrappers hand them on no longer."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    of_own = _attributes_of_own(environments)
    for node in draft.walk(ast.Attribute):
        if node.attr == "reward_range":
            _reward_range(environments, node, is_of_own=node.attr in of_own)
        elif node.attr == "metadata":
            _metadata(environments, node)
        if environments.full_name(node) or draft.is_replaced(node):
            continue
        if node.attr == "desc" and draft.facts.python2 and environments.kind(node.value) is Kind.YES:
            # The maps of environments are of bytes, which were strings.
            draft.wrap(node, "", ".astype(str)")
        if node.attr in _COMMENTS and node.attr not in of_own and environments.kind(node.value) is not Kind.NO:
            draft.comment(node, _COMMENTS[node.attr])
        new = _OF_INNERMOST.get(node.attr, node.attr)
        if node.attr == "clone_full_state" and node.attr not in of_own and environments.kind(node.value) is Kind.YES:
            call = draft.parent(node)
            if isinstance(call, ast.Call) and call.func is node and not (call.args or call.keywords):
                draft.replace(call, node, "(include_rng=True)")
        made = [last_name(value) == "unwrapped" for value in environments.made_by(node.value)]
        is_unwrapped = last_name(node.value) == "unwrapped" or (bool(made) and all(made))
        if is_unwrapped or _is_instance_of(environments, node.value):
            if new != node.attr and node.attr not in of_own and environments.kind(node.value) is Kind.YES:
                draft.replace(node, node.value, f".{new}")
            continue
        if node.attr in _OF_WRAPPERS or node.attr in of_own or node.attr.startswith("__"):
            continue
        if node.attr.startswith("_") and draft.facts.settings.atari_py == "0.2" and not any(made):
            # Wrappers handed on no private attributes.
            if environments.kind(node.value) is Kind.YES and isinstance(node.ctx, ast.Load):
                draft.comment(node, f"wrappers have no {node.attr}, then as now; the text of the error is another")
            continue
        is_known = node.attr in _KNOWN and environments.kind(node.value) is Kind.YES
        if is_known or _is_of_gym(environments, node.value):
            owner = node.value
            if isinstance(owner, ast.Attribute) and owner.attr == "env" and not _is_of_self(owner):
                owner = owner.value
            draft.replace(node, owner, f".unwrapped.{new}")
        elif _is_inner_of_wrapper(environments, node.value) or _is_wrapped(environments, node.value):
            if isinstance(node.ctx, ast.Load):
                draft.replace(node, node.value, f'.get_wrapper_attr("{new}")')
            else:
                draft.replace(node, node.value, f".unwrapped.{new}")


def _reward_range(environments: Environments, node: ast.Attribute, *, is_of_own: bool) -> None:
    """Read the range of rewards, which is infinite but where a package's environments still have one."""
    draft = environments.draft
    name = last_name(node.value)
    if not isinstance(node.ctx, ast.Load) or (is_of_own and name == "self"):
        return
    if environments.full_name(node.value) in _BASES:
        draft.replace(node, _infinite(draft))
    elif environments.kind(node.value) is Kind.YES and (not is_of_own or _is_of_gym(environments, node.value)):
        inner = "" if name in {"self", "unwrapped"} else ".unwrapped"
        draft.replace(node, "getattr(", node.value, f'{inner}, "reward_range", {_infinite(draft)})')
    elif environments.kind(node.value) is not Kind.NO:
        draft.comment(node, "environments have no reward_range today, if their own class does not set it")


def _infinite(draft: Draft) -> str:
    return "(-{0}.inf, {0}.inf)".format(draft.module("math"))


def _metadata(environments: Environments, node: ast.Attribute) -> None:
    """Tell of metadata that is read as a whole."""
    parent = environments.draft.parent(node)
    is_entry = isinstance(parent, ast.Subscript | ast.Attribute) and parent.value is node
    is_of_env = environments.full_name(node.value) in _BASES or environments.kind(node.value) is Kind.YES
    if isinstance(node.ctx, ast.Load) and not is_entry and is_of_env:
        environments.draft.comment(node, "metadata has the keys render_modes and render_fps today")


def _is_of_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"


def _is_of_gym(environments: Environments, node: ast.expr) -> bool:
    """Return whether an expression is what `gym.make` made, perhaps with wrappers of Gym's around it, or within one."""
    if isinstance(node, ast.Attribute) and node.attr == "env" and _is_of_gym(environments, node.value):
        return True
    if not isinstance(node, ast.Name | ast.Attribute | ast.Call):
        return False
    made = [node] if isinstance(node, ast.Call) else environments.made_by(node)
    return (
        bool(made)
        and all(
            environments.is_make(call)
            or (isinstance(call, ast.Call) and environments.full_name(call.func).startswith("gym.wrappers."))
            for call in made
        )
        and not environments.is_vector(node)
        and any(environments.is_make(call) for call in made)
    )


def _is_inner_of_wrapper(environments: Environments, node: ast.expr) -> bool:
    """Return whether an expression is `self.env` in a wrapper of the file's own, or a function's parameter `env`."""
    if isinstance(node, ast.Attribute) and node.attr == "env":
        around = environments.class_around(node)
        is_self = isinstance(node.value, ast.Name) and node.value.id == "self"
        return (
            is_self and around is not None and around.name in environments.own and environments.is_wrapper(around.name)
        )
    return False


def _is_instance_of(environments: Environments, node: ast.expr) -> bool:
    """Return whether an expression is an object of a class of the file itself, which wraps nothing."""
    if isinstance(node, ast.Name) and node.id == "self":
        return True
    return any(
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in environments.classes
        and not environments.is_wrapper(call.func.id)
        for call in environments.made_by(node)
    )


def _is_wrapped(environments: Environments, node: ast.expr) -> bool:
    """Return whether an expression is an environment in a wrapper of the file's own."""
    made = environments.made_by(node)
    return bool(made) and any(
        isinstance(call, ast.Call)
        and last_name(call.func) in environments.own
        and environments.is_wrapper(last_name(call.func))
        for call in made
    )


def _attributes_of_own(environments: Environments) -> set[str]:
    """Return the attributes and methods that the file's own classes define."""
    found: set[str] = set()
    for node in environments.classes.values():
        for part in ast.walk(node):
            if isinstance(part, ast.FunctionDef):
                found.add(part.name)
            elif isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store):
                found.add(part.attr)
            elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                found.add(part.id)
    return found


def infos(draft: Draft) -> None:
    """Read the entries of infos that have other names today."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    is_exact = Needs(environments).is_exact
    makers = {last_name(call.func) for call in draft.walk(ast.Call)}
    is_known = (is_exact or "make_as_then" in makers) and "make_atari_as_then" not in makers
    for constant in draft.walk(ast.Constant):
        parent = draft.parent(constant)
        if constant.value in _INFOS and isinstance(constant.value, str) and not is_exact:
            if isinstance(parent, ast.Subscript | ast.Call | ast.Compare):
                quote = draft.source(constant)[-1]
                draft.replace(constant, quote, _INFOS[constant.value], quote)
        elif constant.value == "TimeLimit.truncated" and not is_known:
            draft.comment(constant, "today `step` itself returns whether an episode was truncated")


PASSES: tuple[Callable[[Draft], None], ...] = (specs, inner, infos)
