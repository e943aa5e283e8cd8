"""Names of Gym that Gymnasium has elsewhere, in another form, or not at all."""

from __future__ import annotations

import ast
from collections.abc import Callable, Container

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import Environments, environments_of, last_name
from pong_pg.legacy.modernize.rules.gym.gymnasium_before_1 import make_vector
from pong_pg.legacy.modernize.rules.gym.ids import AS_THEN, Needs
from pong_pg.legacy.modernize.rules.gym.imports import GONE, MOVED
from pong_pg.legacy.tables import gym as table

# Statements that call these do nothing any more.
_REMOVED = {"gym.logger_setup", "gym.undo_logger_setup", "gym.upgrade"}
_LEVELS = {"DEBUG": "10", "INFO": "20", "WARN": "30", "ERROR": "40", "DISABLED": "50"}
_LOGGED = {"gym.logger.debug": "debug", "gym.logger.info": "info"}
_SUPPORTED = {
    "gym.GoalEnv": "GoalEnv",
    "gym.envs.toy_text.discrete.DiscreteEnv": "DiscreteEnv",
    "gym.envs.toy_text.discrete.categorical_sample": "categorical_sample",
    "gym.core.GoalEnv": "GoalEnv",
    "gym.wrappers.SkipWrapper": "SkipWrapper",
    "gym.wrappers.skip_wrapper.SkipWrapper": "SkipWrapper",
    "gym.wrappers.frame_skipping.SkipWrapper": "SkipWrapper",
    "gym.utils.json_utils.json_encode_np": "json_encode_np",
    "gym.utils.atomic_write.atomic_write": "atomic_write",
    "gym.wrappers.monitoring.load_results": "load_results",
    "gym.wrappers.monitor.load_results": "load_results",
    "gym.monitoring.load_results": "load_results",
}
# Functions of `gym.spaces` that flattened points otherwise up to Gym 0.25.
_FLATTENING = ("flatdim", "flatten", "flatten_space", "unflatten")
_FLATTENING_NAMES = {
    f"gym.spaces.{module}{name}": name for module in ("", "utils.", "utils.utils.") for name in _FLATTENING
}
_FRAME_STACKS = ("gym.wrappers.FrameStack", "gym.wrappers.frame_stack.FrameStack")
_VECTOR_METHODS = ("reset_async", "reset_wait", "step_async", "step_wait")
_ERRORS = "gym.error."


def names(draft: Draft) -> None:  # noqa: PLR0912 - one case for each kind of name
    """Replace names by those of today, or by functions that do what they did."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    is_exact = Needs(environments).is_exact
    supported = _supported(draft, is_exact)
    for statement in draft.walk(ast.ImportFrom):
        for alias in statement.names:
            full = f"{statement.module}.{alias.name}"
            if full in GONE:
                draft.comment(statement, f"{full}: remove it: the service was shut down")
        _drop_names(draft, statement, supported)
    for node in [*draft.walk(ast.Attribute), *draft.walk(ast.Name)]:
        full = environments.full_name(node)
        if not full.startswith("gym.") or draft.is_replaced(node):
            continue
        if full in supported:
            draft.replace(node, draft.support(supported[full]))
        elif full.startswith("gym.logger."):
            _logger(draft, environments, node, full.removeprefix("gym.logger."))
        elif full in _REMOVED:
            _remove(draft, node)
        elif full in table.GYM_NAMES and full not in MOVED and full not in _HANDLED:
            draft.comment(node, f"{full}: {table.GYM_NAMES[full].modern}")
            if any(full == f"gym.{name}" for name in table.SERVICES):
                _drop_service(draft, node)
        elif full in {"gym.__version__", "gym.version.VERSION"}:
            draft.comment(node, "this is the version of Gymnasium")
            if full == "gym.version.VERSION":
                draft.replace(node, f"{_gym(draft, environments)}.__version__")


def _drop_names(draft: Draft, statement: ast.ImportFrom, dropped: Container[str]) -> None:
    """Import no longer what supports stand for."""
    left = [alias for alias in statement.names if f"{statement.module}.{alias.name}" not in dropped]
    if not left:
        draft.remove(statement)
    elif len(left) < len(statement.names):
        names = [f"{alias.name} as {alias.asname}" if alias.asname else alias.name for alias in left]
        draft.replace(statement, f"from {statement.module} import {', '.join(names)}")


def _supported(draft: Draft, is_exact: bool) -> dict[str, str]:
    """Return the names that supports stand for, and these."""
    supported = dict(_SUPPORTED)
    if draft.facts.settings.step_values == 4:
        supported |= _FLATTENING_NAMES
        # It drew from the generator that `np.random.seed` seeds.
        supported["gym.envs.toy_text.frozen_lake.generate_random_map"] = "generate_random_map"
    if is_exact:
        # Its environments may give float64, which today's wrapper would round.
        supported |= dict.fromkeys(_FRAME_STACKS, "FrameStack")
    if is_exact and draft.facts.settings.atari_py == "0.2":
        supported["gym.wrappers.TimeLimit"] = "TimeLimit"
    return supported


# Other rules see to these.
_HANDLED = {
    "gym.registry.all",
    "gym.registry.env_specs",
    "gym.envs.registry.all",
    "gym.envs.registry.env_specs",
    "gym.envs.registration.registry.all",
    "gym.envs.registration.registry.env_specs",
    "gym.utils.seeding.create_seed",
    "gym.utils.seeding.hash_seed",
    "gym.vector.make",
    "gym.wrappers.Monitor",
}


def _gym(draft: Draft, environments: Environments) -> str:
    for name, full in environments.names.items():
        if full == "gym":
            return name
    return draft.module("gymnasium", "gym")


def _logger(draft: Draft, environments: Environments, node: ast.AST, name: str) -> None:
    call = draft.parent(node)
    owner = f"{_gym(draft, environments)}.logger"
    if isinstance(node, ast.Attribute):
        owner = ast.unparse(node.value)
    if name in {"set_level", "setLevel"} and isinstance(call, ast.Call) and isinstance(draft.parent(call), ast.Expr):
        if call.args:
            draft.replace(call, f"{owner}.min_level = ", call.args[0])
    elif name == "MIN_LEVEL":
        draft.replace(node, f"{owner}.min_level")
    elif name in {"DEBUG", "INFO", "DISABLED"}:
        draft.replace(node, _LEVELS[name])
    elif f"gym.logger.{name}" in _LOGGED:
        draft.replace(node, f"{draft.module('logging')}.{_LOGGED[f'gym.logger.{name}']}")


def _remove(draft: Draft, node: ast.AST) -> None:
    statement = draft.statement(node)
    if isinstance(statement, ast.Expr):
        draft.remove(statement)


def _drop_service(draft: Draft, node: ast.AST) -> None:
    """Drop a call of a service that was shut down, or an attribute that was set for it."""
    statement = draft.statement(node)
    call = draft.parent(node)
    if isinstance(statement, ast.Expr) and isinstance(call, ast.Call) and statement.value is call:
        draft.remove(statement)


def wrappers(draft: Draft) -> None:
    """Give wrappers the arguments of today."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    for call in draft.walk(ast.Call):
        full = environments.full_name(call.func)
        if not full.startswith("gym.wrappers."):
            continue
        name = full.rpartition(".")[2]
        for keyword in call.keywords:
            row = table.ARGUMENTS.get(full, table.ARGUMENTS.get(f"gymnasium.wrappers.{name}", {})).get(
                keyword.arg or ""
            )
            new = "stack_size" if keyword.arg == "num_stack" else row.renamed if row else ""
            if new:
                draft.replace(keyword, f"{new}=", keyword.value)
        if name == "TransformObservation" and len(call.args) + len(call.keywords) == 2 and call.args:
            env = call.args[0]
            if isinstance(env, ast.Name | ast.Attribute):
                draft.wrap(([*call.args[1:], *call.keywords])[-1], "", f", {draft.source(env)}.observation_space")
            else:
                draft.wrap(([*call.args[1:], *call.keywords])[-1], "", ", None")
        elif name == "ResizeObservation" and len(call.args) == 2 and isinstance(call.args[1], ast.Constant):
            size = draft.source(call.args[1])
            draft.replace(call.args[1], f"({size}, {size})")
        elif name == "FrameStack" and not Needs(environments).is_exact:
            draft.comment(call, "observations are arrays of the space's dtype today, not LazyFrames")


def vectors(draft: Draft) -> None:
    """Make vector environments, and take what their steps give, by the names of today."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    for call in draft.walk(ast.Call):
        full = environments.full_name(call.func)
        if full == "gym.vector.make" and call.args:
            given = call.args[0]
            first: list[str | ast.AST] = []
            if isinstance(given, ast.Constant) and given.value in AS_THEN and Needs(environments).is_exact:
                draft.support(AS_THEN[given.value])
                first = [draft.support("AS_THEN"), "[", given, "]"]
            make_vector(draft, call, _gym(draft, environments), *first)
            if draft.facts.settings.step_values == 4:
                samples = (
                    "" if environments.seeds_space() else "samples of its action_space are arrays, not tuples, and "
                )
                draft.comment(call, f"{samples}infos are a list in any case")
        elif full in {"gym.vector.SyncVectorEnv", "gym.vector.AsyncVectorEnv"}:
            last = call.keywords[-1] if call.keywords else call.args[-1] if call.args else None
            if last is not None:
                name = _gym(draft, environments)
                draft.wrap(last, "", f", autoreset_mode={name}.vector.AutoresetMode.SAME_STEP")
                if full.endswith("AsyncVectorEnv") and draft.facts.settings.step_values == 4:
                    draft.comment(call, "infos are a list, not a tuple")


def vector_spaces(draft: Draft) -> None:
    """Read the actions' space of vector environments as the Tuple that it was, and tell of wrappers around them."""
    environments = environments_of(draft)
    if not environments.is_old or draft.facts.settings.step_values == 5:
        return
    todays = {"seed", "contains"} if environments.seeds_space() else {"sample", "seed", "contains"}
    for node in draft.walk(ast.Attribute):
        parent = draft.parent(node)
        if (
            node.attr == "action_space"
            and isinstance(node.ctx, ast.Load)
            and isinstance(node.value, ast.Name | ast.Attribute)
            and environments.is_vector(node.value)
            and not (isinstance(parent, ast.Attribute) and parent.attr in todays)
        ):
            name = draft.source(node.value)
            tuple_space = f"{_gym(draft, environments)}.spaces.Tuple"
            draft.replace(node, f"{tuple_space}(({name}.single_action_space,) * {name}.num_envs)")
    for call in draft.walk(ast.Call):
        is_wrapper = environments.full_name(call.func).startswith("gym.wrappers.")
        if is_wrapper and call.args and environments.is_vector(call.args[0]):
            draft.comment(call, "wrappers of vector environments are in gymnasium.wrappers.vector today")
    for one in environments.classes.values():
        methods = [part for part in one.body if isinstance(part, ast.FunctionDef) and part.name in _VECTOR_METHODS]
        if methods and any(environments.full_name(base).startswith("gym.vector.") for base in one.bases):
            draft.comment(methods[0], "vector environments and their wrappers have only step and reset today")


def spaces(draft: Draft) -> None:
    """Make spaces by the arguments of today."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    for call in draft.walk(ast.Call):
        full = environments.full_name(call.func)
        if full in {"gym.spaces.Dict", "gym.spaces.dict.Dict", "gym.spaces.dict_space.Dict"} and not call.args:
            _sort_keywords(draft, call)
        elif full in {"gym.spaces.MultiDiscrete", "gym.spaces.multi_discrete.MultiDiscrete"}:
            _multi_discrete(draft, call)
        elif full in {"gym.spaces.Box", "gym.spaces.box.Box"} and draft.facts.settings.is_gym_094:
            has_dtype = len(call.args) > 3 or any(keyword.arg == "dtype" for keyword in call.keywords)
            last: ast.AST = (call.keywords or call.args)[-1]
            if not has_dtype:
                draft.wrap(last, "", f", dtype={draft.module('numpy', 'np')}.float64")
    for node in draft.walk(ast.Attribute):
        if node.attr == "num_discrete_space" and last_name(node.value).endswith("space"):
            draft.replace(node, "len(", node.value, ".nvec)")


def _sort_keywords(draft: Draft, call: ast.Call) -> None:
    """Give a Dict space its parts in the order of their names, which it had in any case."""
    order = sorted(call.keywords, key=lambda keyword: keyword.arg or "")
    if order != call.keywords and all(keyword.arg for keyword in order):
        pieces = [piece for keyword in order for piece in (keyword, ", ")][:-1]
        draft.replace(call, call.func, "(", *pieces, ")")


def _multi_discrete(draft: Draft, call: ast.Call) -> None:
    """Turn pairs of the lowest and the highest value, as in 2016, into counts."""
    if not call.args or not isinstance(call.args[0], ast.List | ast.Tuple):
        return
    counts: list[str] = []
    lows: list[int] = []
    for pair in call.args[0].elts:
        match pair:
            case ast.List(elts=[ast.Constant(value=int(low)), ast.Constant(value=int(high))]):
                counts.append(str(high - low + 1))
                lows.append(low)
            case ast.Tuple(elts=[ast.Constant(value=int(low)), ast.Constant(value=int(high))]):
                counts.append(str(high - low + 1))
                lows.append(low)
            case _:
                return
    start = f", start={lows}" if any(lows) else ""
    draft.replace(call.args[0], f"[{', '.join(counts)}]{start}")


PASSES: tuple[Callable[[Draft], None], ...] = (names, wrappers, vector_spaces, vectors, spaces)
