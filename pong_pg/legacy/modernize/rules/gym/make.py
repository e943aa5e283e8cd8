"""Making environments: their ids, as they were then where a file seeds them, and their render mode."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import Environments, environments_of
from pong_pg.legacy.modernize.rules.gym.ids import AS_THEN, ID, Needs, ids_in, newest, reads_infos, registered
from pong_pg.legacy.modernize.rules.gym.rendering import RenderModes
from pong_pg.legacy.tables.atari import GAMES_AS_THEN, modern_game, old_id

# Arguments that give what was the default.
_ARGUMENTS = {"Blackjack-v0": "sab=False"}
# What differs in the version that stands for one that is gone.
_DIFFERS = {
    "Pendulum-v0": "Pendulum-v1 limits the speed before it moves the pendulum, which Pendulum-v0 did after it",
    "Taxi-v2": "Taxi-v2 had a wall less than later versions",
    "LunarLander-v2": "LunarLander-v3 corrects the wind and the legs of LunarLander-v2",
    "BipedalWalker-v2": "BipedalWalker-v3 gives other rewards than BipedalWalker-v2",
}


def make(draft: Draft) -> None:
    """Make environments by the ids of today, or as they were where a seed must give the numbers of then."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    is_exact = Needs(environments).is_exact
    modes = RenderModes(environments)
    constants = ids_in(draft)
    done: set[ast.AST] = set()
    for call in list(draft.walk(ast.Call)):
        if not environments.is_make(call) or not isinstance(call, ast.Call) or not (call.args or call.keywords):
            continue
        _rename_obs_type(draft, call)
        given = call.args[0] if call.args else call.keywords[0].value
        if isinstance(given, ast.Constant) and isinstance(given.value, str):
            done.add(given)
            _make(environments, call, given, given.value, is_exact)
        else:
            _make_any(draft, call, constants, is_exact)
        mode = modes.of(call)
        if mode and not (isinstance(given, ast.Constant) and given.value in registered(draft)):
            last: ast.AST = call.keywords[-1].value if call.keywords else call.args[-1]
            draft.wrap(last, "", f", render_mode={mode}")


def specs(draft: Draft) -> None:
    """Look specifications up by the ids of today, or as they were."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    is_exact = Needs(environments).is_exact
    for call in draft.walk(ast.Call):
        if environments.full_name(call.func) != "gym.spec" or not call.args:
            continue
        given = call.args[0]
        if not isinstance(given, ast.Constant) or not isinstance(given.value, str):
            _specify_any(draft, call)
            continue
        if is_exact and given.value in AS_THEN:
            draft.support(AS_THEN[given.value])
            draft.replace(call, draft.support("AS_THEN"), "[", given, "]")
            continue
        modern = modern_game(given.value) or newest(given.value)
        if modern.startswith("gymnasium.make"):
            if modern_game(given.value):
                register_games(draft)
            draft.replace(given, f'"{modern.split(chr(34))[1]}"')
            draft.comment(call, f"today's specification differs from that of {given.value}")


def _specify_any(draft: Draft, call: ast.Call) -> None:
    """Look up the specification of an id that is computed."""
    constants = ids_in(draft)
    if draft.facts.settings.step_values == 5 or not any(modern_game(env_id) for env_id in constants):
        draft.comment(call, "the id must be one of today")
        return
    for env_id in constants:
        if env_id in AS_THEN and newest(env_id):
            draft.support(AS_THEN[env_id])
    draft.replace(call.func, draft.support("spec_as_then"))


def _maker(draft: Draft, env_id: str) -> str:
    """Return the support that makes an environment as it was; "" if there is none."""
    if env_id in AS_THEN:
        draft.support(AS_THEN[env_id])
        return "make_as_in_2016" if draft.facts.settings.is_gym_094 else "make_as_then"
    if modern_game(env_id):
        return "make_atari_as_in_2016" if draft.facts.settings.is_gym_094 else "make_atari_as_then"
    return ""


def _make(environments: Environments, call: ast.Call, given: ast.Constant, env_id: str, is_exact: bool) -> None:
    draft = environments.draft
    maker = _maker(draft, env_id) if is_exact else ""
    settings = draft.facts.settings
    if not maker and settings.step_values == 4 and not settings.is_gym_094 and reads_infos(environments):
        if env_id in registered(draft):
            # `TimeLimit` puts into the infos what it put there.
            maker = "make_as_then"
        elif "TimeLimit.truncated" not in draft.text:
            draft.comment(call, "the info at the limit of steps has no TimeLimit.truncated today")
    if maker:
        draft.replace(call.func, draft.support(maker))
        _tell_other_games(draft, call, env_id)
        return
    game = modern_game(env_id)
    if game:
        register_games(draft)
        name, _, arguments = game.removeprefix("gymnasium.make(").removesuffix(")").partition(", ")
        quote = draft.source(given)[-1]
        prefix = "ale_py:" if _runs_elsewhere(draft) else ""
        if _has_short_limit(draft, env_id):
            arguments += ", max_episode_steps=10_000"
        draft.replace(given, quote, prefix, name.strip('"'), quote, ", ", _without_given(arguments, call))
        return
    modern = newest(env_id)
    if modern.startswith("gymnasium.make"):
        quote = draft.source(given)[-1]
        added = f", {_ARGUMENTS[env_id]}" if env_id in _ARGUMENTS and not call.keywords else ""
        draft.replace(given, quote, modern.split('"')[1], quote, added)
        if env_id in _DIFFERS:
            draft.comment(call, _DIFFERS[env_id])
    elif modern:
        draft.comment(call, f"{env_id}: {modern}")
    if is_exact and not modern and env_id.rpartition(ID)[0] and env_id not in registered(draft):
        draft.comment(call, f"a seed gives other episodes of {env_id} than in gym")


def _has_short_limit(draft: Draft, env_id: str) -> bool:
    """Return whether the episodes of a game ended after 10,000 steps; the limits of others are far away."""
    old = old_id(env_id)
    return old is not None and not old.kind and old.version == 0 and draft.facts.settings.step_values == 4


def _without_given(arguments: str, call: ast.Call) -> str:
    given = {keyword.arg for keyword in call.keywords}
    parts = arguments.replace("(2, 5)", "(2; 5)").split(", ")
    return ", ".join(part.replace(";", ",") for part in parts if part.partition("=")[0] not in given)


def _rename_obs_type(draft: Draft, call: ast.Call) -> None:
    for keyword in call.keywords:
        if keyword.arg == "obs_type" and isinstance(keyword.value, ast.Constant) and keyword.value.value == "image":
            draft.replace(keyword.value, '"rgb"')


def _tell_other_games(draft: Draft, call: ast.Call, env_id: str) -> None:
    old = old_id(env_id) if modern_game(env_id) else None
    if old is None:
        return
    snake = "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in old.name).removeprefix("_")
    version = draft.facts.settings.atari_py
    if snake not in GAMES_AS_THEN[version]:
        draft.comment(
            call,
            f"today's emulator plays {old.name} a little differently than atari-py {version}, so a seed gives other "
            "games than then",
        )


def _make_any(draft: Draft, call: ast.Call, constants: list[str], is_exact: bool) -> None:
    """Make the environment of an id that is computed."""
    games = [env_id for env_id in constants if modern_game(env_id)]
    makers = {_maker(draft, env_id) for env_id in constants} - {""} if is_exact else set[str]()
    if len(makers) == 1:
        draft.replace(call.func, draft.support(makers.pop()))
    elif makers:
        draft.comment(call, "only the Atari games are as then; the other environments give other episodes for a seed")
        draft.replace(call.func, draft.support(next(name for name in makers if "atari" in name)))
    elif games and all("-ram" not in env_id and "Deterministic" not in env_id for env_id in games):
        # ale-py has these ids itself.
        register_games(draft)
        if any(_has_short_limit(draft, env_id) for env_id in games):
            draft.comment(call, "episodes of games such as Pong-v0 ended after 10,000 steps: max_episode_steps=10_000")
    elif games:
        draft.replace(call.func, draft.support("make_atari"))
    else:
        changed = False
        for node in draft.walk(ast.Constant):
            modern = newest(node.value) if isinstance(node.value, str) else ""
            if modern.startswith("gymnasium.make") and not draft.is_replaced(node):
                quote = draft.source(node)[-1]
                draft.replace(node, quote, modern.split('"')[1], quote)
                changed = True
                if node.value in _DIFFERS:
                    draft.comment(node, _DIFFERS[node.value])
        if not changed and not constants:
            register_games(draft)
            draft.comment(call, "the id must be one of today, such as ALE/Pong-v5 for Pong-v0")


def _runs_elsewhere(draft: Draft) -> bool:
    """Return whether the file's functions may run in processes that have not run the file, as Ray's workers."""
    return any(full.partition(".")[0] == "ray" for full in draft.names.values())


def register_games(draft: Draft) -> bool:
    """Register the Atari games, which Gymnasium has no longer itself.

    Returns:
        Whether that works: not where other processes make the environments, which have not run the file.
    """
    if _runs_elsewhere(draft):
        return False
    draft.module("ale_py")
    name = next((name for name, full in environments_of(draft).names.items() if full in {"gym", "gymnasium"}), "")
    if not name:
        name = "gym"
        draft.module("gymnasium", "gym")
    draft.statement_at_top(f"{name}.register_envs(ale_py)")
    return True


PASSES: tuple[Callable[[Draft], None], ...] = (specs, make)
