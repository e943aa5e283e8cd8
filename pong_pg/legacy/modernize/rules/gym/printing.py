"""What scripts print: spaces as then, and numbers of NumPy within lists without their types."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import Environments, environments_of, last_name
from pong_pg.legacy.modernize.rules.gym.ids import registered

_PRINTS = ("print", "str", "repr", "format", "text_of")
_LINE = '{numpy}.set_printoptions(legacy="1.25")  # [0.5], not [np.float64(0.5)]'
_GIVING = ("reset", "sample", "step")


def spaces(draft: Draft) -> None:
    """Let spaces print as they did, where a file prints one."""
    environments = environments_of(draft)
    if not environments.is_old or draft.facts.settings.step_values == 5:
        return
    name = "show_spaces_as_in_2016" if draft.facts.settings.is_gym_094 else "show_spaces_as_then"
    calls = list(draft.walk(ast.Call))
    if any(last_name(call.func) == name for call in calls):
        return
    if any(
        last_name(call.func) in _PRINTS and any(_is_space(environments, part) for part in call.args) for call in calls
    ):
        insert_before_first(draft, f"{draft.support(name)}()")


def specs(draft: Draft) -> None:
    """Let specifications print as they did, and tell of environments that print otherwise."""
    environments = environments_of(draft)
    if not environments.is_old or draft.facts.settings.step_values == 5:
        return
    name = "show_specs_as_then"
    calls = list(draft.walk(ast.Call))
    is_done = any(last_name(call.func) == name for call in calls)
    for call in calls:
        for part in call.args if last_name(call.func) in _PRINTS else []:
            if _is_spec(environments, part) and not is_done:
                insert_before_first(draft, f"{draft.support(name)}()")
                is_done = True
            if _is_of_today(environments, part):
                draft.comment(call, "environments print with their wrappers and ids of today")


def _is_spec(environments: Environments, node: ast.expr) -> bool:
    calls = [node, *(environments.made_by(node) if isinstance(node, ast.Name) else [])]
    return any(
        last_name(call) == "spec"
        if not isinstance(call, ast.Call)
        else environments.full_name(call.func) == "gym.spec" or _is_registry_call(environments, call)
        for call in calls
    )


def _is_registry_call(environments: Environments, call: ast.Call) -> bool:
    return last_name(call.func) == "spec" and environments.full_name(call.func).endswith("registry.spec")


def _is_of_today(environments: Environments, node: ast.expr) -> bool:
    """Return whether an expression is what `gym.make` makes, or its specification or id, and prints otherwise today."""
    is_spec = False
    while isinstance(node, ast.Attribute) and node.attr in {"id", "spec"}:
        node = node.value
        is_spec = True
    for call in environments.made_by(node) if isinstance(node, ast.Name | ast.Attribute) else []:
        if not isinstance(call, ast.Call) or environments.full_name(call.func) not in {"gym.make", "gym.envs.make"}:
            continue
        given = call.args[0] if call.args else None
        env_id = str(given.value) if isinstance(given, ast.Constant) else ""
        if env_id not in registered(environments.draft) and (not is_spec or not env_id or env_id.startswith("ALE/")):
            return True
    return False


def _is_space(environments: Environments, node: ast.expr) -> bool:
    """Return whether an expression is a space that prints otherwise today."""
    name = last_name(node)
    if isinstance(node, ast.Attribute) and name == "observation_space":
        return True
    made = environments.made_by(node)
    return "space" in name and (
        any(isinstance(value, ast.Attribute) and value.attr == "observation_space" for value in made)
        or any(
            isinstance(value, ast.Call) and environments.full_name(value.func).startswith("gym.spaces.")
            for value in made
        )
        or name == "space"
    )


def insert_before_first(draft: Draft, code: str) -> None:
    """Insert a statement before the first that does something."""
    own = set(draft.walk(ast.stmt))
    body = draft.tree.body
    # After the copies of supports, which it calls.
    start = max((number + 1 for number, statement in enumerate(body) if statement not in own), default=0)
    for statement in body[start:]:
        is_definition = isinstance(statement, ast.FunctionDef | ast.ClassDef | ast.Import | ast.ImportFrom)
        is_docstring = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if not is_definition and not is_docstring:
            draft.insert_before(statement, code)
            return


def scalars(draft: Draft) -> None:
    """Let numbers from environments print within lists as they did."""
    environments = environments_of(draft)
    if not environments.is_old or draft.facts.settings.step_values == 5 or 'legacy="1.25"' in draft.text:
        return
    given = set(_given(draft))
    seeds_space = environments.seeds_space()

    def is_tuple(node: ast.AST) -> bool:
        """Return whether an expression is a sample for a vector environment, which is a tuple of numbers."""
        return seeds_space and _is_sample_of_several(environments, node)

    held = {
        last_name(call.func.value)
        for call in draft.walk(ast.Call)
        if isinstance(call.func, ast.Attribute) and call.func.attr == "append" and _holds(call, given)
    }
    for statement in draft.walk(ast.Assign):
        parts = list(ast.walk(statement.value))
        if is_tuple(statement.value) or any(_is_container(part) and _holds(part, given) for part in parts):
            held |= {last_name(target) for target in statement.targets}
    for call in draft.walk(ast.Call):
        if last_name(call.func) not in _PRINTS:
            continue
        for argument in call.args:
            parts = [node for node in ast.walk(argument) if _is_container(node)]
            is_list = isinstance(argument, ast.Call) and last_name(argument.func) == "from_jsonable"
            if (
                is_list
                or is_tuple(argument)
                or last_name(argument) in held
                or any(_holds(part, given) for part in parts)
            ):
                draft.statement_at_top(_LINE.format(numpy=draft.module("numpy", "np")))
                return


def _is_sample_of_several(environments: Environments, node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr="sample", value=ast.Attribute(attr="action_space", value=owner))):
            return environments.is_vector(owner)
    return False


def _is_container(node: ast.AST) -> bool:
    return isinstance(node, ast.List | ast.Tuple | ast.ListComp | ast.Dict)


def _given(draft: Draft) -> Iterator[str]:
    """Yield the names of what environments give."""
    for statement in draft.walk(ast.Assign):
        value = statement.value
        while isinstance(value, ast.Subscript):
            value = value.value
        if isinstance(value, ast.Call) and last_name(value.func) in _GIVING:
            for target in statement.targets:
                parts = target.elts if isinstance(target, ast.Tuple) else [target]
                yield from (last_name(part) for part in parts[:2])


def _holds(node: ast.AST, given: set[str]) -> bool:
    """Return whether an expression may hold numbers that environments give."""
    for part in ast.walk(node):
        if isinstance(part, ast.Call) and last_name(part.func) == "sample":
            return True
        if isinstance(part, ast.Name | ast.Attribute) and last_name(part) in given - {"", "_"}:
            return True
    return False


PASSES: tuple[Callable[[Draft], None], ...] = (spaces, specs, scalars)
