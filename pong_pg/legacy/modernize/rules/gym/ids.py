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
# Where an id stands that may be another one.
_DEFAULT = ast.arguments | ast.keyword | ast.IfExp | ast.BoolOp
# Arguments that give what was the default.
_DEFAULTS = {"Blackjack-v0": "sab=False"}
# What shows that ids which the text does not name are those of Atari games.
_HINTS = re.compile(r"NoFrameskip|\bALE\b|\bale\b|atari|\bPong|\bBreakout", re.IGNORECASE)
_HIDDEN = (
    "of an Atari game, this must be an id of today: Pong-v0 and ALE/Pong-v5 are, Deterministic and ram ones are not"
)
_UNKNOWN = "where nothing else does so, say  import ale_py; gymnasium.register_envs(ale_py)  for the games named here"


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
            if any(isinstance(draft.parent(node), _DEFAULT) for node in found):
                draft.comment(call, f"these are the arguments of {next(iter(found.values()))}; other ids need others")
            draft.wrap(last_argument(call), "", _missing(call, *arguments))


def compatibility(draft: Draft) -> None:
    """Make directly what was made by way of Gym, as `make("GymV26Environment-v0", env_id="ALE/Pong-v5")`."""
    for call in draft.walk(ast.Call):
        match call:
            case ast.Call(args=[ast.Constant(value=str(name))], keywords=[ast.keyword(arg="env_id", value=env_id)]):
                if re.fullmatch(r"GymV(21|26)Environment-v0", name):
                    draft.replace(call, call.func, "(", env_id, ")")


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
    for statement in draft.tree.body:
        for one in statement.names if isinstance(statement, ast.Import) else ():
            if one.name in {"gym", "gymnasium"}:
                draft.insert_after(statement, f"import ale_py\n{one.asname or one.name}.register_envs(ale_py)")
                return
    draft.comment(draft.tree.body[0], _UNKNOWN)


def _makes_games(environments: Environments) -> bool:
    """Return whether a file makes Atari games, or names them for others to make."""
    draft = environments.draft
    if any(modern_game(text) or text.startswith("ALE/") for _, text in texts(environments)):
        return True
    makes = [call for call in draft.walk(ast.Call) if environments.is_make(call)]
    hidden = [call for call in makes if call.args and not isinstance(call.args[0], ast.Constant)]
    if not hidden or _HINTS.search(draft.text.replace("pong-pg", "")) is None:
        return False
    if not any(True for _ in texts(environments)):
        draft.comment(hidden[0], _HIDDEN, is_once=True)
    return True


def _name_package(environments: Environments) -> bool:
    """Let ids name the package that has them, as workers of Ray do not run the file's imports; return if all do."""
    games = [(node, text) for node, text in texts(environments) if modern_game(text) or text.startswith("ALE/")]
    made = [(node, text) for node, text in games if _make_of(environments, node) is not None]
    for node, text in made:
        _write(environments.draft, node, f"ale_py:{text}")
    return bool(made) and made == games
