"""Seeds of environments and of spaces."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import SCOPES, Environments, environments_of, last_name
from pong_pg.legacy.modernize.rules.gym.ids import Needs, is_seed_of_env
from pong_pg.legacy.modernize.rules.gym.printing import insert_before_first

_SUPPORTED = {
    "gym.utils.seeding.np_random": "np_random",
    "gym.utils.seeding.hash_seed": "hash_seed",
    "gym.utils.seeding.create_seed": "create_seed",
    "gym.utils.seeding._hash_seed": "hash_seed",
}


def seeds(draft: Draft) -> None:
    """Seed environments by `reset(seed=n)` where it follows, or at once."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    for call, method, _ in list(environments.calls_of("seed")):
        if not is_seed_of_env(environments, call, method):
            continue
        around = environments.method_of_own(call, "seed", "_seed")
        if around is not None and isinstance(method.value, ast.Call):
            continue
        statement = draft.parent(call)
        if isinstance(statement, ast.Expr) and _merge(environments, statement, call, method):
            continue
        _seed_at_once(environments, call, method)


def _seed_at_once(environments: Environments, call: ast.Call, method: ast.Attribute) -> None:
    draft = environments.draft
    owner = method.value
    if draft.facts.settings.step_values == 5:
        # Gymnasium's `reset` takes the seed.
        draft.comment(call, f"{draft.source(owner)}.reset(seed=...) seeds the next episode")
        draft.replace(method, owner, ".reset")
        if call.args:
            draft.replace(call.args[0], "seed=", call.args[0])
        return
    made = environments.made_by(owner)
    own = [value for value in made if isinstance(value, ast.Call) and last_name(value.func) in environments.own]
    if made and len(own) == len(made) and all(environments.has_method(last_name(value.func), "seed") for value in own):
        return
    if environments.is_vector(owner):
        draft.comment(call, f"{draft.source(owner)}.reset(seed=...) seeds the next episodes")
        return
    arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
    pieces = [piece for argument in arguments for piece in (", ", argument)]
    draft.replace(call, draft.support("seed_env"), "(", owner, *pieces, ")")


def _merge(environments: Environments, statement: ast.Expr, call: ast.Call, method: ast.Attribute) -> bool:
    """Let the reset that follows in the same block take a seed; return whether there is one."""
    draft = environments.draft
    parent = draft.parent(statement)
    bodies = [getattr(parent, name, []) for name in ("body", "orelse", "finalbody")]
    body = next((body for body in bodies if isinstance(body, list) and statement in body), [])
    owner = ast.unparse(method.value)
    arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
    if not arguments or not isinstance(arguments[0], ast.Constant | ast.Name | ast.Attribute | ast.List):
        return False
    for following in body[body.index(statement) + 1 :]:
        resets = [
            node
            for node in ast.walk(following)
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "reset"
            and ast.unparse(node.func.value) == owner
        ]
        is_simple = isinstance(following, ast.Assign | ast.Expr | ast.AnnAssign)
        if resets and is_simple and len(resets) == 1 and not (resets[0].args or resets[0].keywords):
            if any(isinstance(node, SCOPES) for node in ast.walk(following)):
                return False
            seed = draft.source(arguments[0])
            draft.replace(resets[0], resets[0].func, f"(seed={seed})")
            following = body[body.index(statement) + 1]
            if following.lineno == statement.lineno:
                draft.replace(statement)
                draft.change(draft.end(statement), draft.start(following), "")
            else:
                draft.remove(statement)
            return True
        if not is_simple or _may_reset(following, owner, arguments[0]):
            return False
    return False


def _may_reset(statement: ast.stmt, owner: str, seed: ast.expr) -> bool:
    """Return whether a statement may reset an environment, or change it or the seed."""
    for node in ast.walk(statement):
        match node:
            case ast.Call(func=ast.Attribute(value=value)) if ast.unparse(value) == owner:
                return True
            case ast.Call(args=arguments) if any(ast.unparse(part) == owner for part in arguments):
                return True
            case ast.Name(ctx=ast.Store()) | ast.Attribute(ctx=ast.Store()):
                if ast.unparse(node) in {owner, ast.unparse(seed)}:
                    return True
    return False


def spaces(draft: Draft) -> None:
    """Let seeded spaces sample as then."""
    environments = environments_of(draft)
    if not environments.is_old or draft.facts.settings.step_values == 5:
        return
    is_common = draft.facts.settings.is_gym_094
    seeded = False
    for call in draft.walk(ast.Call):
        full = environments.full_name(call.func)
        sampled = _sampled(environments, call)
        if is_common and sampled == "MultiDiscrete":
            # It was a list.
            draft.wrap(call, "", ".tolist()")
        elif sampled == "Dict" and isinstance(draft.parent(call), ast.Call):
            # It was an OrderedDict, which prints in another way.
            draft.wrap(call, f"{draft.from_module('collections', 'OrderedDict')}(", ")")
        if full in _SUPPORTED:
            draft.replace(call.func, draft.support(_SUPPORTED[full]))
        elif full in {"gym.spaces.prng.seed", "gym.spaces.seed"}:
            draft.replace(call.func, draft.support("seed_spaces"))
            if "MultiDiscrete" in draft.text:
                draft.comment(call, "samples of MultiDiscrete within other spaces are arrays today, not lists")
            seeded = True
        elif last_name(call.func) == "seed" and isinstance(call.func, ast.Attribute) and not is_common:
            owner = call.func.value
            if last_name(owner).endswith("space") and len(call.args) == 1 and not call.keywords:
                draft.replace(call, draft.support("seed_space"), "(", owner, ", ", call.args[0], ")")
    samples = [call for call in draft.walk(ast.Call) if last_name(call.func) == "sample" and not call.args]
    spaces_sampled = [
        call
        for call in samples
        if isinstance(call.func, ast.Attribute) and "space" in ast.unparse(call.func.value).lower()
    ]
    if is_common and spaces_sampled and not seeded and Needs(environments).is_exact:
        insert_before_first(draft, f"{draft.support('seed_spaces')}(0)")


def _sampled(environments: Environments, call: ast.Call) -> str:
    """Return the class of the space that a call of `sample` is of, such as "Dict"; "" if that does not show."""
    if last_name(call.func) != "sample" or not isinstance(call.func, ast.Attribute) or call.args:
        return ""
    owner = call.func.value
    made = [owner] if isinstance(owner, ast.Call) else environments.made_by(owner)
    names = {environments.full_name(value.func) if isinstance(value, ast.Call) else "" for value in made}
    full = names.pop() if len(names) == 1 else ""
    return full.rpartition(".")[2] if full.startswith("gym.spaces.") else ""


def prng(draft: Draft) -> None:
    """Replace the generator of all spaces."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    for node in draft.walk(ast.Attribute):
        if environments.full_name(node) == "gym.spaces.prng.np_random":
            draft.replace(node, draft.support("SPACES_RANDOM"))


# Seeds before makes: whether an environment is seeded decides how it is made, and is read from the text.
PASSES: tuple[Callable[[Draft], None], ...] = (spaces, prng)
