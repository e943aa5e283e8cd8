"""Attributes of environments and names of modules that are elsewhere today, and services that are gone."""

from __future__ import annotations

import ast

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import Environments, last_name
from pong_pg.legacy.tables import gym as table

# What wrappers have today; everything else is an attribute of the environment itself.
_OF_WRAPPERS = frozenset(
    {
        "action_space", "close", "configure", "env", "envs", "metadata", "monitor", "np_random", "num_envs",
        "observation_space", "render", "render_mode", "reset", "seed", "single_action_space",
        "single_observation_space", "spec", "step", "unwrapped",
    }
)  # fmt: skip
# Well-known attributes of environments themselves, whatever wraps these.
_INNER = frozenset(
    {
        "P", "ale", "clone_full_state", "clone_state", "decode", "desc", "encode", "get_action_meanings",
        "get_keys_to_action", "lastaction", "restore_full_state", "restore_state", "state", "theta_threshold_radians",
        "x_threshold",
    }
)  # fmt: skip
_SIZES = {"nS": "observation_space", "nA": "action_space"}
_OF_SPECIFICATIONS = {"timestep_limit": "max_episode_steps", "_env_name": "name"}
_LIMIT = "wrapper_config.TimeLimit.max_episode_steps"
_GENERATOR = {
    "randint": "integers",
    "random_integers": "integers",
    "random_sample": "random",
}
_STATISTICS = {
    "get_episode_rewards": ("list", "return_queue"),
    "get_episode_lengths": ("list", "length_queue"),
    "get_total_steps": ("sum", "length_queue"),
}


def services(environments: Environments) -> None:
    """Remove what used OpenAI's server, or set up what needs nothing today."""
    draft = environments.draft
    gone = {f"gym.{name}" for name in table.SERVICES} | {"gym.scoreboard.api_key"}
    needless = {name for name, row in table.GYM_NAMES.items() if row.modern == "remove the call"}
    for statement in draft.walk(ast.stmt):
        match statement:
            case ast.Expr(value=ast.Call(func=used)) | ast.Assign(targets=[used]):
                full = environments.full_name(used)
                if full in gone:
                    draft.comment(statement, f"removed {full}: the service was shut down")
                if full in gone | needless:
                    draft.remove(statement)


def attributes(environments: Environments) -> None:
    """Ask an environment itself for its attributes, which wrappers do not hand on today."""
    draft = environments.draft
    for node in draft.walk(ast.Attribute):
        owner = node.value
        if not environments.is_env(owner) or draft.source(owner) in {"self", "super()"} or draft.full_name(node):
            _other(draft, node)
        elif node.attr in _STATISTICS:
            made = [last_name(value) for value in environments.values(owner)]
            if made[:1] == ["RecordEpisodeStatistics"] and isinstance(draft.parent(node), ast.Call):
                function, queue = _STATISTICS[node.attr]
                draft.replace(draft.parent(node), f"{function}(", owner, f".{queue})")  # type: ignore[arg-type]  # the call
            else:
                draft.comment(node, "gymnasium.wrappers.RecordEpisodeStatistics(env) has return_queue and length_queue")
        elif node.attr in {"reward_range", "viewer"}:
            draft.comment(node, f"environments have no {node.attr} today")
        elif node.attr in _SIZES:
            draft.replace(node, owner, f".{_SIZES[node.attr]}.n")
        elif node.attr == "frameskip" and environments.is_bare(owner):
            draft.replace(node, owner, "._frameskip")
        elif node.attr == "env" and environments.is_only_made(owner):
            parent = draft.parent(node)
            if not (isinstance(parent, ast.Attribute) and parent.attr in {"env", "unwrapped"}):
                draft.replace(node, owner, ".unwrapped")
        elif not environments.is_bare(owner) and not node.attr.startswith("_"):
            is_inner = node.attr in _INNER or environments.is_only_made(owner)
            if is_inner and node.attr not in _OF_WRAPPERS:
                draft.replace(node, owner, f".unwrapped.{node.attr}")


def _other(draft: Draft, node: ast.Attribute) -> None:
    """Rename attributes of specifications, and methods of random generators of environments."""
    owner = node.value
    call = draft.parent(node)
    if node.attr in _OF_SPECIFICATIONS and last_name(owner) == "spec":
        draft.replace(node, owner, f".{_OF_SPECIFICATIONS[node.attr]}")
    elif node.attr in {"tags", "trials"} and last_name(owner) == "spec":
        text = "" if call is None else draft.source(draft.parent(call) or call)
        if _LIMIT in text and text.startswith(draft.source(node)):
            draft.replace(draft.parent(call), owner, ".max_episode_steps")  # type: ignore[arg-type]  # the call of get
        else:
            draft.comment(node, f"specifications have no {node.attr} today")
    elif node.attr == "seed" and isinstance(owner, ast.Attribute) and last_name(owner.value).endswith("_space"):
        draft.replace(node, owner.value, ".seed")
    elif last_name(owner) == "np_random" and node.attr in _GENERATOR and isinstance(call, ast.Call):
        draft.replace(node, owner, f".{_GENERATOR[node.attr]}")
        if node.attr == "random_integers" and call.args:
            draft.wrap(call.args[-1], "", ", endpoint=True")


def registry(environments: Environments) -> None:
    """Read the registry as the dict that it is today, and set the level of the logger."""
    draft = environments.draft
    for node in draft.walk(ast.Attribute):
        full = environments.full_name(node)
        if full.endswith("registry.env_specs"):
            draft.replace(node, node.value)
        elif full.endswith("registry.all") and full.startswith("gym."):
            draft.replace(node, node.value, ".values")
        elif full.endswith("registry.spec") and full.startswith("gym."):
            draft.replace(node, node.value, ".get")
    for call in draft.walk(ast.Call):
        full = environments.full_name(call.func)
        if (
            full in {"gym.logger.set_level", "gym.logger.setLevel"}
            and call.args
            and isinstance(call.func, ast.Attribute)
        ):
            level = {"gym.logger.INFO": "20", "gym.logger.DEBUG": "10"}.get(environments.full_name(call.args[0]))
            draft.replace(call, call.func.value, ".min_level = ", level or call.args[0])
