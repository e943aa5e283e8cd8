"""Ids of environments, and what makes the Atari games known."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import Environments, last_argument, last_name
from pong_pg.legacy.tables.atari import OldId, modern_game, old_id
from pong_pg.legacy.tables.gym import modern_environment

# Gymnasium still has these.
_STILL_THERE = frozenset({"CartPole-v0"})
# Arguments that give what was the default.
_DEFAULTS = {"Blackjack-v0": "sab=False"}
# What differs in the version that stands for one that is gone.
_DIFFERS = {
    "Pendulum-v0": "Pendulum-v1 limits the speed before it moves the pendulum, which Pendulum-v0 did after it",
    "Taxi-v2": "Taxi-v2 had a wall less than later versions",
    "BipedalWalker-v2": "BipedalWalker-v3 gives other rewards than BipedalWalker-v2",
}
# What shows that ids which the text does not name are those of Atari games.
_HINTS = re.compile(r"NoFrameskip|\bALE\b|\bale\b|atari|\bPong|\bBreakout", re.IGNORECASE)


def ids(environments: Environments) -> None:
    """Name the environments by ids of today, wherever these stand."""
    draft = environments.draft
    elsewhere: dict[ast.Constant, str] = {}
    for node, text in texts(environments):
        old = old_id(text)
        if not modern_game(text):
            _write_other(environments, node, text)
        elif old is not None and old.version == 3 and _stays(old):
            _write(draft, node, text.replace("-v3", "-v4"))
        elif old is not None and not _stays(old):
            call = _make_of(environments, node)
            if call is None:
                elsewhere[node] = text
            else:
                _write(draft, node, f"ALE/{old.name}-v5", _missing(call, _arguments(text)))
    if elsewhere:
        _write_elsewhere(environments, elsewhere)
    for call in draft.walk(ast.Call):
        if environments.is_make(call):
            for keyword in call.keywords:
                if keyword.arg == "obs_type" and draft.source(keyword.value).strip("'\"") == "image":
                    draft.replace(keyword.value, '"rgb"')


def texts(environments: Environments) -> Iterator[tuple[ast.Constant, str]]:
    """Yield the strings that may be ids, with their texts: no docstrings, and nothing that is printed."""
    draft = environments.draft
    own = registered(draft)
    for node in draft.walk(ast.Constant):
        if not isinstance(node.value, str) or "-v" not in node.value or node.value in own:
            continue
        parent = draft.parent(node)
        is_printed = isinstance(parent, ast.Call) and draft.is_builtin(parent.func, "print")
        if not is_printed and not isinstance(parent, ast.Expr | ast.JoinedStr):
            yield node, node.value


def registered(draft: Draft) -> dict[str, str]:
    """Return the ids that the file registers itself, with the texts of their entry points."""
    found: dict[str, str] = {}
    for call in draft.walk(ast.Call):
        if last_name(call.func) == "register":
            given = {keyword.arg: keyword.value for keyword in call.keywords}
            env_id = call.args[0] if call.args else given.get("id")
            if isinstance(env_id, ast.Constant):
                found[str(env_id.value)] = draft.source(given["entry_point"]) if "entry_point" in given else ""
    return found


def _stays(old: OldId) -> bool:
    """Return whether ale-py still has an id of this kind."""
    return not old.is_ram and old.kind != "Deterministic"


def _arguments(env_id: str) -> str:
    """Return the arguments that make the game of an old id from today's."""
    return modern_game(env_id).partition('-v5", ')[2].removesuffix(")")


def _missing(call: ast.Call, arguments: str) -> str:
    """Return the arguments that a call does not give yet."""
    given = {keyword.arg for keyword in call.keywords}
    parts = re.split(r", (?=[a-z])", arguments)
    return "".join(f", {part}" for part in parts if part.partition("=")[0] not in given)


def _make_of(environments: Environments, node: ast.Constant) -> ast.Call | None:
    """Return the call of `gym.make` that a text is the first argument of."""
    parent = environments.draft.parent(node)
    if isinstance(parent, ast.keyword) and parent.arg == "id":
        parent = environments.draft.parent(parent)
    elif not (isinstance(parent, ast.Call) and node in parent.args):
        return None
    return parent if isinstance(parent, ast.Call) and environments.is_make(parent) else None


def _write(draft: Draft, node: ast.Constant, new: str, after: str = "") -> None:
    quote = draft.source(node)[-1]
    draft.replace(node, f"{quote}{new}{quote}{after}")


def _write_other(environments: Environments, node: ast.Constant, text: str) -> None:
    draft = environments.draft
    modern = "" if text in _STILL_THERE else modern_environment(text)
    if modern.startswith("gymnasium.make"):
        call = _make_of(environments, node)
        added = _missing(call, _DEFAULTS[text]) if call and text in _DEFAULTS else ""
        _write(draft, node, modern.split('"')[1], added)
        if text in _DIFFERS:
            draft.comment(node, _DIFFERS[text])
    elif modern:
        draft.comment(node, f"{text}: {modern}")


def _write_elsewhere(environments: Environments, found: dict[ast.Constant, str]) -> None:
    """Write ids that are no argument of `gym.make`, if all that the file makes from a variable takes the same."""
    draft = environments.draft
    makes = [
        call
        for call in draft.walk(ast.Call)
        if environments.is_make(call) and call.args and not isinstance(call.args[0], ast.Constant)
    ]
    others = {text for node, text in texts(environments) if node not in found and _make_of(environments, node) is None}
    is_mixed = any(modern_game(text) or modern_environment(text) for text in others)
    arguments = {_arguments(text) for text in found.values()}
    for node, text in found.items():
        name = modern_game(text).split('"')[1]
        if makes and len(arguments) == 1 and not is_mixed:
            _write(draft, node, name)
        else:
            draft.comment(node, f'{text} is gym.make("{name}", {_arguments(text)}) today')
    if len(arguments) == 1 and not is_mixed:
        for call in makes:
            draft.comment(call, f"these are the arguments of {next(iter(found.values()))}; other ids need others")
            draft.wrap(last_argument(call), "", _missing(call, *arguments))


def register_games(draft: Draft) -> None:
    """Make the Atari games known, which Gymnasium does not do itself."""
    environments = Environments(draft)
    imports_gym = any(full.partition(".")[0] in {"gym", "gymnasium"} for full in environments.names.values())
    if "ale_py" in environments.names.values() or not (imports_gym or draft.facts.around.gym):
        return
    if "gym" in draft.facts.around.own or not _makes_games(environments):
        return
    if any(full.partition(".")[0] == "ray" for full in draft.names.values()) and _name_package(environments):
        return
    anchor, name = _import_of_gym(draft)
    name = name or next((name for name, full in draft.facts.around.names.items() if full == "gym"), "")
    lines = [] if name else ["import gymnasium"]
    lines += ["import ale_py", f"{name or 'gymnasium'}.register_envs(ale_py)"]
    if anchor is None:
        draft.insert_before(draft.tree.body[0], "\n".join(lines))
    else:
        draft.insert_after(anchor, "\n".join(lines))


def _makes_games(environments: Environments) -> bool:
    """Return whether a file makes Atari games, or names them for others to make."""
    draft = environments.draft
    if any(modern_game(text) or text.startswith("ALE/") for _, text in texts(environments)):
        return True
    makes = [call for call in draft.walk(ast.Call) if environments.is_make(call)]
    makes += [call for call in draft.walk(ast.Call) if environments.full_name(call.func) == "gymnasium.make"]
    is_hidden = any(call.args and not isinstance(call.args[0], ast.Constant) for call in makes)
    return is_hidden and _HINTS.search(draft.text.replace("pong-pg", "")) is not None


def _name_package(environments: Environments) -> bool:
    """Let ids name the package that has them, as workers of Ray do not run the file's imports; return if all do."""
    games = [(node, text) for node, text in texts(environments) if modern_game(text) or text.startswith("ALE/")]
    made = [(node, text) for node, text in games if _make_of(environments, node) is not None]
    for node, text in made:
        _write(environments.draft, node, f"ale_py:{text}")
    return bool(made) and made == games


def _import_of_gym(draft: Draft) -> tuple[ast.stmt | None, str]:
    """Return the import at the file's top after which games are made known, and the name of gym there."""
    last: ast.stmt | None = None
    for statement in draft.tree.body:
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                if alias.name in {"gym", "gymnasium"}:
                    return statement, alias.asname or alias.name
                if alias.name.startswith("gym.") and not alias.asname:
                    return statement, "gym"
    for statement in draft.tree.body:
        is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if not (is_text or isinstance(statement, ast.Import | ast.ImportFrom)):
            break
        last = statement
    return last, ""
