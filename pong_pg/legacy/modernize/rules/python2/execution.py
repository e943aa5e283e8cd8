"""Code in texts: what `exec`, `eval` and `compile` get has to be Python 3, too."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable

from pong_pg.legacy.modernize.draft import Draft, parse
from pong_pg.legacy.modernize.python2_text import as_python3
from pong_pg.legacy.modernize.python2_tree import free_name
from pong_pg.legacy.read.python2_syntax import Python2SyntaxError

_RUN = frozenset(["compile", "eval", "exec"])
_FIELD = re.compile(r"%(\(\w+\))?[-#0 +]*\d*(\.\d+)?[sdrif]|\{\w*\}")
_CHECK = "the code that is run here has to be Python 3"
_DIVIDES = f"{_CHECK}, where `/` gives a fraction for two integers, too"
_DIVIDE = "(lambda a, b: a // b if isinstance(a, int) and isinstance(b, int) else a / b)"
_Pass = Callable[[Draft], None]


def execution(passes: Iterable[_Pass]) -> _Pass:
    """Return the pass that modernises code in texts by some passes."""

    def change(draft: Draft) -> None:
        if draft.facts.python2:
            for call in draft.walk(ast.Call):
                if (
                    isinstance(call.func, ast.Name)
                    and call.func.id in _RUN
                    and draft.is_builtin(call.func, call.func.id)
                ):
                    _code(draft, call, passes)
            for function in draft.walk(ast.FunctionDef):
                _names_of_code(draft, function)

    return change


def _code(draft: Draft, call: ast.Call, passes: Iterable[_Pass]) -> None:
    if not call.args:
        return
    code = call.args[0]
    match code:
        case ast.Constant(value=str(text)):
            new = _modern(draft, text, passes)
            if new is None:
                draft.comment(call, _DIVIDES if "/" in text else _CHECK)
            elif new != text:
                draft.replace(code, _literal(new, draft.source(code)))
        case ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Mod()):
            sample = _FIELD.sub("x", text)
            if _modern(draft, sample, passes) != sample:
                draft.comment(call, _CHECK)
        case ast.Call(func=ast.Name(id="compile")) | ast.Name():
            if not _is_compiled(draft, code):
                draft.comment(call, _CHECK)
        case _:
            draft.comment(call, _CHECK)
    match call:
        case ast.Call(func=ast.Name(id="exec"), args=[_, ast.Attribute(value=owner, attr="__dict__"), *rest]) if (
            not rest
        ):
            draft.replace(call, draft.support("exec_in_names_of"), "(", code, ", ", owner, ")")


def _modern(draft: Draft, text: str, passes: Iterable[_Pass]) -> str | None:
    """Return code of Python 2 as Python 3; None if it is none, or would need a support or an import."""
    stripped = text.strip(" \t")
    try:
        new = as_python3(stripped)
        for make_pass in passes:
            part = Draft(new, draft.facts)
            make_pass(part)
            if part.additions - {"divide"}:
                return None
            # The names that the code sees are not those of the file.
            new = re.sub(r"\bdivide(?=\()", _DIVIDE, part.without_additions())
        parse(new)
    except (Python2SyntaxError, SyntaxError):
        return None
    return text if new == stripped else new


def _literal(text: str, old: str) -> str:
    quote = '"' if old.lstrip("rRuUbB").startswith('"') else "'"
    if "\n" in text.strip("\n") or old.lstrip("rRuUbB").startswith(('"""', "'''")):
        return quote * 3 + text.replace("\\", "\\\\").replace(quote * 3, "\\" + quote * 3) + quote * 3
    made = repr(text)
    return f'"{made[1:-1]}"' if quote == '"' and '"' not in made[1:-1] and "\\'" not in made else made


def _is_compiled(draft: Draft, code: ast.expr) -> bool:
    if isinstance(code, ast.Call):
        return True
    return isinstance(code, ast.Name) and any(
        isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "compile"
        and any(isinstance(target, ast.Name) and target.id == code.id for target in node.targets)
        for node in draft.walk(ast.Assign)
    )


def _names_of_code(draft: Draft, function: ast.FunctionDef) -> None:
    """Let a function read the names that `exec` binds in it, which are no variables of it today."""
    runs = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Call)
        and draft.is_builtin(node.func, "exec")
        and len(node.args) == 1
        and draft.around(node, ast.FunctionDef, ast.ClassDef, ast.Lambda) is function
    ]
    if not runs:
        return
    unknown = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Name)
        and isinstance(node.ctx, ast.Load)
        and draft.scopes.is_builtin(node)
        and not draft.is_known_builtin(node.id)
    ]
    if not unknown:
        draft.comment(runs[0], "the variables of the function stay what they are, whatever this code binds")
        return
    names = free_name("names", draft.text)
    for number, run in enumerate(runs):
        if not number:
            draft.insert_before(draft.statement(run), f"{names} = dict(locals())")
        draft.replace(run, run.func, "(", run.args[0], f", globals(), {names})")
    for node in unknown:
        draft.replace(node, f'{names}["{node.id}"]')
