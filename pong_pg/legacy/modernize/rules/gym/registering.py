"""Registering environments, and looking them up."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import Environments, environments_of

_REGISTERS = {"gym.register", "gym.envs.register", "gym.envs.registration.register", "gym.envs.registry.register"}
_REGISTRIES = {"gym.registry", "gym.envs.registry", "gym.envs.registration.registry"}
_LIMIT_TAG = "wrapper_config.TimeLimit.max_episode_steps"
_DROPPED = {"trials", "local_only", "tags"}


def register(draft: Draft) -> None:
    """Register environments with the arguments of today."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    for call in draft.walk(ast.Call):
        if environments.full_name(call.func) not in _REGISTERS:
            continue
        pieces: list[str | ast.AST] = []
        is_changed = False
        given = {keyword.arg for keyword in call.keywords}
        for keyword in call.keywords:
            if keyword.arg == "timestep_limit":
                pieces += ["max_episode_steps=", keyword.value, ", "]
                is_changed = True
            elif keyword.arg == "tags" and isinstance(keyword.value, ast.Dict):
                is_changed = True
                for key, value in zip(keyword.value.keys, keyword.value.values, strict=True):
                    if isinstance(key, ast.Constant) and key.value == _LIMIT_TAG:
                        pieces += ["max_episode_steps=", value, ", "]
            elif keyword.arg in _DROPPED:
                is_changed = True
            else:
                pieces += [keyword, ", "]
        if draft.facts.settings.step_values == 4:
            # Gym up to 0.20 checked neither what environments gave nor the order of calls.
            added = [f"{name}=True" for name in ("disable_env_checker",) if name not in given]
            added += [f"{name}=False" for name in ("order_enforce",) if name not in given]
            pieces += [piece for one in added for piece in (one, ", ")]
            is_changed = is_changed or bool(added)
        if is_changed:
            head = [piece for argument in call.args for piece in (argument, ", ")]
            draft.replace(call, call.func, "(", *[*head, *pieces][:-1], ")")


def registry(draft: Draft) -> None:
    """Look environments up in the registry, which is a dict today."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    for call in draft.walk(ast.Call):
        if not isinstance(call.func, ast.Attribute):
            continue
        owner = environments.full_name(call.func.value)
        if owner in _REGISTRIES:
            if call.func.attr == "all":
                draft.replace(call, _registry(draft, environments), ".values()")
            elif call.func.attr == "spec" and call.args:
                draft.replace(call, _gym(draft, environments), ".spec(", *call.args, ")")
            elif call.func.attr == "make" and call.args:
                arguments = [piece for part in (*call.args, *call.keywords) for piece in (part, ", ")][:-1]
                draft.replace(call, _gym(draft, environments), ".make(", *arguments, ")")
    for node in draft.walk(ast.Attribute):
        if node.attr == "env_specs" and environments.full_name(node.value) in _REGISTRIES:
            draft.replace(node, _registry(draft, environments))


def _gym(draft: Draft, environments: Environments) -> str:
    for name, full in environments.names.items():
        if full == "gym":
            return name
    return draft.module("gymnasium", "gym")


def _registry(draft: Draft, environments: Environments) -> str:
    return f"{_gym(draft, environments)}.registry"


PASSES: tuple[Callable[[Draft], None], ...] = (register, registry)
