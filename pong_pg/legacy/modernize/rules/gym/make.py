"""Making environments: their ids, as they were then where a file seeds them, and their render mode."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import SCOPES, Environments, Kind, last_name
from pong_pg.legacy.tables.atari import GAMES_AS_THEN, modern_game, old_id
from pong_pg.legacy.tables.gym import modern_environment

# The support that is an environment as in Gym up to 0.19, by id.
AS_THEN = {
    "Acrobot-v1": "AcrobotEnv",
    "Blackjack-v0": "BlackjackEnv",
    "CartPole-v0": "CartPoleEnv",
    "CartPole-v1": "CartPoleEnv",
    "CliffWalking-v0": "CliffWalkingEnv",
    "FrozenLake-v0": "FrozenLakeEnv",
    "FrozenLake-v1": "FrozenLakeEnv",
    "FrozenLake8x8-v0": "FrozenLake8x8Env",
    "FrozenLake8x8-v1": "FrozenLake8x8Env",
    "MountainCar-v0": "MountainCarEnv",
    "MountainCarContinuous-v0": "Continuous_MountainCarEnv",
    "Pendulum-v0": "PendulumEnv",
    "Taxi-v2": "TaxiV2Env",
    "Taxi-v3": "TaxiEnv",
}
# What differs in the version that stands for one that is gone.
_DIFFERS = {
    "Pendulum-v0": "Pendulum-v1 limits the speed before it moves the pendulum, which Pendulum-v0 did after it",
    "Taxi-v2": "Taxi-v2 had a wall less than later versions",
    "Blackjack-v0": "Blackjack-v1 follows Sutton and Barto: a natural wins, but not against a natural",
    "LunarLander-v2": "LunarLander-v3 corrects the wind and the legs of LunarLander-v2",
    "BipedalWalker-v2": "BipedalWalker-v3 gives other rewards than BipedalWalker-v2",
}
_ATTRIBUTES_THEN = {"nS", "nA", "isd", "steps_beyond_done", "restore_full_state", "clone_full_state"}
# They were rendered as text, which was printed.
_TEXTS = ("FrozenLake", "FrozenLake8x8", "Taxi", "CliffWalking")
# Gymnasium has these, though it has newer versions, too.
_STILL_THERE = ("CartPole-v0",)
_ID = "-v"


def _modern(env_id: str) -> str:
    return "" if env_id in _STILL_THERE else modern_environment(env_id)


class Needs:
    """Whether the environments of a file must have the numbers of then, because it seeds them or sets their states.

    Args:
        environments: those of the file.
    """

    def __init__(self, environments: Environments) -> None:
        draft = environments.draft
        self.environments = environments
        self.is_exact = draft.facts.settings.step_values == 4 and any(self._signs())

    def _signs(self) -> Iterator[bool]:
        draft = self.environments.draft
        for call, method, _ in self.environments.calls_of("seed"):
            yield is_seed_of_env(self.environments, call, method)
        for node in draft.walk(ast.Attribute):
            yield node.attr in _ATTRIBUTES_THEN and self.environments.kind(node.value) is not Kind.NO
            is_set = isinstance(node.ctx, ast.Store) and node.attr == "state"
            yield is_set and last_name(node.value) == "unwrapped"
        yield any(
            isinstance(node, ast.keyword) and node.arg == "seed" and last_name(call.func) == "start"
            for call in draft.walk(ast.Call)
            for node in call.keywords
        )


def is_seed_of_env(environments: Environments, call: ast.Call, method: ast.Attribute) -> bool:
    """Return whether a call of `seed` is one of an environment, not of a space, `random` or NumPy."""
    if len(call.args) + len(call.keywords) > 1 or environments.full_name(method):
        return False
    owner = method.value
    if isinstance(owner, ast.Name) and owner.id == "self":
        return False
    name = last_name(owner)
    if name.endswith("_space") or "rng" in name or "random" in name:
        return False
    kind = environments.kind(owner)
    return kind is Kind.YES or (kind is Kind.MAYBE and "env" in name.lower())


def make(draft: Draft) -> None:
    """Make environments by the ids of today, or as they were where a seed must give the numbers of then."""
    environments = Environments(draft)
    if not environments.is_old:
        return
    is_exact = Needs(environments).is_exact
    modes = render_modes(environments)
    constants = ids_in(draft)
    done: set[ast.AST] = set()
    for call in list(draft.walk(ast.Call)):
        if not environments.is_make(call) or not isinstance(call, ast.Call) or not (call.args or call.keywords):
            continue
        _rename_obs_type(draft, call)
        given = call.args[0] if call.args else call.keywords[0].value
        if isinstance(given, ast.Constant) and isinstance(given.value, str):
            done.add(given)
            _make(draft, call, given, given.value, is_exact)
        else:
            _make_any(draft, call, constants, is_exact)
        mode = modes.of(call)
        if mode and not (isinstance(given, ast.Constant) and given.value in registered(draft)):
            last: ast.AST = call.keywords[-1].value if call.keywords else call.args[-1]
            draft.wrap(last, "", f", render_mode={mode}")


def specs(draft: Draft) -> None:
    """Look specifications up by the ids of today, or as they were."""
    environments = Environments(draft)
    if not environments.is_old:
        return
    is_exact = Needs(environments).is_exact
    for call in draft.walk(ast.Call):
        if environments.full_name(call.func) != "gym.spec" or not call.args:
            continue
        given = call.args[0]
        if not isinstance(given, ast.Constant) or not isinstance(given.value, str):
            continue
        if is_exact and given.value in AS_THEN:
            draft.support(AS_THEN[given.value])
            draft.replace(call, draft.support("AS_THEN"), "[", given, "]")
            continue
        modern = modern_game(given.value) or _modern(given.value)
        if modern.startswith("gymnasium.make"):
            if modern_game(given.value):
                _register_games(draft)
            draft.replace(given, f'"{modern.split(chr(34))[1]}"')
            draft.comment(call, f"today's specification differs from that of {given.value}")


def registered(draft: Draft) -> set[str]:
    """Return the ids that the file registers itself."""
    found: set[str] = set()
    for call in draft.walk(ast.Call):
        if last_name(call.func) == "register":
            values = [*call.args[:1], *(keyword.value for keyword in call.keywords if keyword.arg == "id")]
            found |= {str(value.value) for value in values if isinstance(value, ast.Constant)}
    return found


def ids_in(draft: Draft) -> list[str]:
    """Return the ids of environments among the strings of a file."""
    return [
        node.value
        for node in draft.walk(ast.Constant)
        if isinstance(node.value, str) and _ID in node.value and " " not in node.value
    ]


def _maker(draft: Draft, env_id: str) -> str:
    """Return the support that makes an environment as it was; "" if there is none."""
    if env_id in AS_THEN:
        draft.support(AS_THEN[env_id])
        return "make_as_in_2016" if draft.facts.settings.is_gym_094 else "make_as_then"
    if modern_game(env_id):
        return "make_atari_as_in_2016" if draft.facts.settings.is_gym_094 else "make_atari_as_then"
    return ""


def _make(draft: Draft, call: ast.Call, given: ast.Constant, env_id: str, is_exact: bool) -> None:
    maker = _maker(draft, env_id) if is_exact else ""
    if maker:
        draft.replace(call.func, draft.support(maker))
        _tell_other_games(draft, call, env_id)
        return
    game = modern_game(env_id)
    if game:
        _register_games(draft)
        name, _, arguments = game.removeprefix("gymnasium.make(").removesuffix(")").partition(", ")
        quote = draft.source(given)[-1]
        prefix = "ale_py:" if _runs_elsewhere(draft) else ""
        draft.replace(given, quote, prefix, name.strip('"'), quote, ", ", _without_given(arguments, call))
        return
    modern = _modern(env_id)
    if modern.startswith("gymnasium.make"):
        quote = draft.source(given)[-1]
        draft.replace(given, quote, modern.split('"')[1], quote)
        if env_id in _DIFFERS:
            draft.comment(call, _DIFFERS[env_id])
    elif modern:
        draft.comment(call, f"{env_id}: {modern}")
    if is_exact and not modern and env_id.rpartition(_ID)[0] and env_id not in registered(draft):
        draft.comment(call, f"a seed gives other episodes of {env_id} than in gym")


def _without_given(arguments: str, call: ast.Call) -> str:
    given = {keyword.arg for keyword in call.keywords}
    parts = arguments.replace("(2, 5)", "(2; 5)").split(", ")
    return ", ".join(part.replace(";", ",") for part in parts if part.partition("=")[0] not in given)


def _rename_obs_type(draft: Draft, call: ast.Call) -> None:
    for keyword in call.keywords:
        if keyword.arg == "obs_type" and isinstance(keyword.value, ast.Constant) and keyword.value.value == "image":
            draft.replace(keyword.value, '"rgb"')


def _tell_other_games(draft: Draft, call: ast.Call, env_id: str) -> None:
    old = old_id(env_id)
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
        _register_games(draft)
    elif games:
        draft.replace(call.func, draft.support("make_atari"))
    else:
        changed = False
        for node in draft.walk(ast.Constant):
            modern = _modern(node.value) if isinstance(node.value, str) else ""
            if modern.startswith("gymnasium.make") and not draft.is_replaced(node):
                quote = draft.source(node)[-1]
                draft.replace(node, quote, modern.split('"')[1], quote)
                changed = True
                if node.value in _DIFFERS:
                    draft.comment(node, _DIFFERS[node.value])
        if not changed and not constants:
            _register_games(draft)
            draft.comment(call, "the id must be one of today, such as ALE/Pong-v5 for Pong-v0")


def _runs_elsewhere(draft: Draft) -> bool:
    """Return whether the file's functions may run in processes that have not run the file, as Ray's workers."""
    return any(full.partition(".")[0] == "ray" for full in draft.names.values())


def _register_games(draft: Draft) -> None:
    """Register the Atari games, which Gymnasium has no longer itself."""
    if _runs_elsewhere(draft):
        return
    draft.module("ale_py")
    name = next((name for name, full in Environments(draft).names.items() if full == "gym"), "")
    if not name:
        name = "gym"
        draft.module("gymnasium", "gym")
    draft.statement_at_top(f"{name}.register_envs(ale_py)")


class RenderModes:
    """How a file renders its environments.

    Args:
        environments: those of the file.
    """

    def __init__(self, environments: Environments) -> None:
        self._environments = environments
        self._calls = [
            (call, mode_of(call))
            for call, method, _ in environments.calls_of("render")
            if not _is_of_own(environments, method.value)
        ]
        self._records = [
            call
            for call in environments.draft.walk(ast.Call)
            if environments.full_name(call.func) in {"gym.wrappers.Monitor", "gym.wrappers.RecordVideo"}
            and not has_no_videos(call)
        ]

    def of(self, make_call: ast.Call) -> str:
        """Return the render mode, as an expression, that an environment is to be made with; "" for none."""
        if any(keyword.arg == "render_mode" for keyword in make_call.keywords):
            return ""
        calls = self._calls_on(make_call)
        if calls and is_text(self._environments):
            return '"ansi"'
        modes = {mode for _, mode in calls}
        arrays = modes - {"human", "close"}
        draft = self._environments.draft
        if arrays and "human" in modes:
            draft.comment(make_call, 'an environment has one render mode today: with "rgb_array" no window is shown')
        if "ansi" in arrays:
            return '"ansi"'
        if arrays or self._is_recorded(make_call):
            return '"rgb_array"'
        if "human" not in modes:
            return ""
        condition = self._condition(make_call, calls)
        return f'"human" if {condition} else None' if condition else '"human"'

    def _target(self, make_call: ast.Call) -> str:
        """Return the name that an environment gets, perhaps with wrappers around it; "" if it gets none."""
        draft = self._environments.draft
        node: ast.AST | None = make_call
        while isinstance(node, ast.Call | ast.Attribute | ast.keyword):
            node = draft.parent(node)
        return last_name(node.targets[0]) if isinstance(node, ast.Assign) else ""

    def _calls_on(self, make_call: ast.Call) -> list[tuple[ast.Call, str]]:
        """Return the calls of `render` that may be of the environment that is made, with their modes."""
        environments = self._environments
        target = self._target(make_call)
        targets = {self._target(call) for call in environments.draft.walk(ast.Call) if environments.is_make(call)}
        found = []
        for call, mode in self._calls:
            assert isinstance(call.func, ast.Attribute)
            name = last_name(call.func.value)
            if not target or name == target or name not in targets:
                found.append((call, mode))
        return found

    def _is_recorded(self, make_call: ast.Call) -> bool:
        target = self._target(make_call)
        for record in self._records:
            given = (
                record.args[0]
                if record.args
                else next((keyword.value for keyword in record.keywords if keyword.arg == "env"), None)
            )
            if given is None or make_call in list(ast.walk(record)) or last_name(given) == target:
                return True
            if not last_name(given) or not target:
                return True
        return False

    def _condition(self, make_call: ast.Call, calls: list[tuple[ast.Call, str]]) -> str:
        """Return the condition under which the file renders at all, if it is known when an environment is made."""
        draft = self._environments.draft
        conditions = set[str]()
        for call, mode in calls:
            if mode != "human":
                continue
            around = draft.around(call, ast.If, *SCOPES)
            inner = isinstance(around, ast.If) and any(call in list(ast.walk(statement)) for statement in around.body)
            conditions.add(ast.unparse(around.test) if inner and isinstance(around, ast.If) else "")
            if inner and isinstance(around, ast.If) and not self._is_known(around.test, make_call):
                draft.comment(
                    make_call, 'with render_mode="human" every step is shown, not only where render() is called'
                )
                return ""
        return conditions.pop() if len(conditions) == 1 else ""

    def _is_known(self, test: ast.expr, make_call: ast.Call) -> bool:
        """Return whether a condition is of names that are set once, before an environment is made."""
        draft = self._environments.draft
        while isinstance(test, ast.Attribute):
            test = test.value
        if not isinstance(test, ast.Name):
            return False
        stores = [node for node in draft.walk(ast.Name) if node.id == test.id and isinstance(node.ctx, ast.Store)]
        scope = self._environments.scope(make_call)
        return len(stores) == 1 and (
            self._environments.scope(stores[0]) is draft.tree
            and (stores[0].lineno < make_call.lineno or scope is not draft.tree)
            or (self._environments.scope(stores[0]) is scope and stores[0].lineno < make_call.lineno)
        )


def is_text(environments: Environments) -> bool:
    """Return whether a file's environments are rendered as text."""
    ids = [env_id for env_id in ids_in(environments.draft) if not env_id.startswith("-")]
    return bool(ids) and all(env_id.rpartition(_ID)[0] in _TEXTS for env_id in ids)


def render_modes(environments: Environments) -> RenderModes:
    """Return how a file renders its environments."""
    return RenderModes(environments)


def _is_of_own(environments: Environments, node: ast.expr) -> bool:
    """Return whether an expression is an environment of the file's own class, which renders as its class says."""
    if isinstance(node, ast.Name) and node.id == "self":
        return True
    made = environments.made_by(node)
    return bool(made) and all(_is_own(environments, value) for value in made)


def _is_own(environments: Environments, value: ast.expr) -> bool:
    if not isinstance(value, ast.Call):
        return False
    if environments.is_make(value) and value.args and isinstance(value.args[0], ast.Constant):
        return value.args[0].value in registered(environments.draft)
    name = last_name(value.func)
    return name in environments.own and not environments.is_wrapper(name)


def mode_of(call: ast.Call) -> str:
    """Return the mode of a call of `render`; "close" if it only closes the window."""
    for keyword in call.keywords:
        if keyword.arg == "close" and isinstance(keyword.value, ast.Constant) and keyword.value.value:
            return "close"
    values = [*call.args[:1], *(keyword.value for keyword in call.keywords if keyword.arg == "mode")]
    for value in values:
        return str(value.value) if isinstance(value, ast.Constant) else "rgb_array"
    return "human"


def has_no_videos(call: ast.Call) -> bool:
    """Return whether a monitor records no videos."""
    for keyword in call.keywords:
        if keyword.arg == "video_callable":
            value = keyword.value
            never = value.body if isinstance(value, ast.Lambda) else value
            return isinstance(never, ast.Constant) and never.value is False
    return False


def render(draft: Draft) -> None:
    """Call `render` without a mode, which environments are made with."""
    environments = Environments(draft)
    if not environments.is_old:
        return
    for call, method, kind in environments.calls_of("render"):
        if kind is not Kind.YES or environments.method_of_own(call, "render", "_render"):
            continue
        mode = mode_of(call)
        if isinstance(method.value, ast.Name) and method.value.id == "self":
            continue
        if _is_of_own(environments, method.value):
            if (call.args or call.keywords) and environments.is_made_by_gym(method.value):
                # Wrappers hand no arguments on.
                draft.replace(method, method.value, ".unwrapped.render")
            continue
        if mode == "human" and is_text(environments) and isinstance(draft.parent(call), ast.Expr):
            draft.replace(call, "print(", call.func, '(), end="")')
            continue
        if not (call.args or call.keywords):
            continue
        if mode == "close":
            draft.replace(call, method.value, ".close()")
        else:
            draft.replace(call, call.func, "()")


def texts(draft: Draft) -> None:
    """Take texts for what `render` gives: in Gym 0.9 they were files in memory."""
    environments = Environments(draft)
    if not environments.is_old:
        return
    for call in draft.walk(ast.Call):
        if isinstance(call.func, ast.Attribute) and call.func.attr == "getvalue" and not call.args:
            owner = call.func.value
            made = [owner] if isinstance(owner, ast.Call) else environments.made_by(owner)
            if made and all(isinstance(value, ast.Call) and last_name(value.func) == "render" for value in made):
                draft.replace(call, owner)


PASSES: tuple[Callable[[Draft], None], ...] = (specs, make, texts, render)
