"""Functions and methods of NumPy that are called in another way today."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.numpy.values import ARRAY, SCALAR
from pong_pg.legacy.tables.numpy import ARGUMENTS, SEQUENCES

_LARGEST_SEED = 2**32


def calls(draft: Draft) -> None:
    """Write calls as today's functions take them."""
    for call in draft.walk(ast.Call):
        full = draft.full_name(call.func)
        if isinstance(call.func, ast.Attribute) and call.func.attr == "random_integers":
            _random_integers(draft, call, call.func)
        for keyword in call.keywords:
            if keyword.arg in ARGUMENTS.get(full, {}):
                _argument(draft, call, keyword)
        if full == "numpy.sum" and _is_generator(call):
            draft.replace(call.func, "sum")
        elif full.removeprefix("numpy.") in SEQUENCES and _is_generator(call):
            _as_list(draft, call)
        elif full in {"numpy.random.seed", "numpy.random.RandomState"} and call.args:
            _seed(draft, call.args[0])
        elif full == "numpy.issubdtype" and len(call.args) == 2:
            _kind(draft, call.args[1])
        elif full == "numpy.fromstring":
            _from_text(draft, call)
        elif full in {"numpy.frombuffer", "numpy.divide"} and draft.facts.python2 and len(call.args) >= 1:
            _of_python2(draft, call, full)
        elif full == "numpy.genfromtxt" and draft.facts.python2 and not _has(call, "encoding"):
            end = draft.end(call) - 1
            draft.change(end, end, ", encoding=None")


def _has(call: ast.Call, name: str) -> bool:
    return any(keyword.arg in {name, None} for keyword in call.keywords)


def _is_generator(call: ast.Call) -> bool:
    return len(call.args) == 1 and isinstance(call.args[0], ast.GeneratorExp)


def _as_list(draft: Draft, call: ast.Call) -> None:
    """Let a list stand for a generator, which such functions no longer go through."""
    generator = call.args[0]
    start, end = draft.start(generator), draft.end(generator)
    if len(call.keywords) or draft.end(call) != end:
        draft.wrap(generator, "[*", "]")
        return
    # The brackets of the generator are those of the call.
    draft.change(start, start + 1, "([")
    draft.change(end - 1, end, "])")


def _random_integers(draft: Draft, call: ast.Call, function: ast.Attribute) -> None:
    """Let `randint` stand for `random_integers`, whose upper limit was included."""
    names = ("low", "high", "size")
    given: dict[str, ast.expr] = dict(zip(names, call.args, strict=False))
    given.update({keyword.arg or "": keyword.value for keyword in call.keywords})
    if not set(given) <= {*names} or any(isinstance(one, ast.Starred) for one in call.args):
        return
    high = given.get("high")
    if high is None or (isinstance(high, ast.Constant) and high.value is None):
        low, high = None, given.get("low")
    else:
        low = given.get("low")
    if high is None:
        return
    draft.replace(function, *draft.operand(function.value), ".randint")
    pieces: list[str | ast.AST] = [function, "(", low or "1", ", "]
    if isinstance(high, ast.Constant) and isinstance(high.value, int):
        pieces.append(str(high.value + 1))
    else:
        pieces += [*_summand(draft, high), " + 1"]
    if "size" in given:
        named = any(keyword.arg == "size" for keyword in call.keywords)
        pieces += [", size=" if named else ", ", given["size"]]
    draft.replace(call, *pieces, ")")


def _summand(draft: Draft, node: ast.expr) -> tuple[str | ast.AST, ...]:
    sums = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub | ast.Mult)
    return (node,) if sums or isinstance(node, ast.Constant) else draft.operand(node)


def _argument(draft: Draft, call: ast.Call, keyword: ast.keyword) -> None:
    """Rename an argument; the new shape of `reshape` goes by its position, which is right in all versions."""
    start = draft.start(keyword)
    today = {"interpolation": "method", "normed": "density"}.get(keyword.arg or "")
    if today:
        draft.change(start, start + len(keyword.arg or ""), today)
    elif keyword.arg == "newshape" and len(call.args) == 1:
        draft.change(start, draft.start(keyword.value), "" if keyword is call.keywords[0] else "shape=")


def _from_text(draft: Draft, call: ast.Call) -> None:
    """Split the text of numbers that `fromstring` read; its other form, of bytes, is a support function."""
    if call.args and _is_bytes(call.args[0]) and isinstance(call.func, ast.Attribute):
        draft.replace(call.func, call.func.value, ".frombuffer")
        draft.wrap(call, "", ".copy()")
        return
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    sep = given.pop("sep", None)
    text = call.args[0] if call.args else None
    more = call.args[1:]
    if not isinstance(sep, ast.Constant) or not isinstance(sep.value, str) or text is None or set(given) > {"dtype"}:
        return
    dtype = given.get("dtype") or (more[0] if len(more) == 1 else None)
    if len(more) > 1 or not sep.value:
        return
    separator = draft.source(sep) if sep.value.strip() else ""
    numpy = draft.module("numpy", "np")
    kind: tuple[str | ast.AST, ...] = ("float",) if dtype is None else (dtype,)
    draft.replace(call, f"{numpy}.array(", *draft.operand(text), f".split({separator}), dtype=", *kind, ")")


def _is_bytes(node: ast.expr) -> bool:
    """Return whether an expression is `array.tobytes()` or a literal of bytes."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr in {"tobytes", "tostring"}
    return isinstance(node, ast.Constant) and isinstance(node.value, bytes)


def _of_python2(draft: Draft, call: ast.Call, full: str) -> None:
    """Give the bytes of a text to `frombuffer`, and round the quotients of integers down."""
    first = call.args[0]
    if full == "numpy.divide":
        whole = [draft.kinds.of(argument).is_only("int", "bool", "long", "ints") for argument in call.args[:2]]
        if all(whole) and isinstance(call.func, ast.Attribute):
            draft.replace(call.func, call.func.value, ".floor_divide")
        elif not call.keywords and not any(
            draft.kinds.of(argument).is_only("float", "floats", "complex") for argument in call.args[:2]
        ):
            draft.replace(call.func, draft.support("divide"))
    elif isinstance(first, ast.Constant) and isinstance(first.value, str):
        # The characters of a text are its bytes.
        if first.value.isascii():
            draft.change(draft.start(first), draft.start(first), "b")
        else:
            draft.replace(first, *draft.operand(first), '.encode("latin-1")')
    elif draft.kinds.of(first).is_only("str"):
        draft.replace(first, *draft.operand(first), '.encode("latin-1")')


def _seed(draft: Draft, seed: ast.expr) -> None:
    """Write a number that NumPy no longer takes as a seed as the one that it stood for."""
    try:
        value = ast.literal_eval(seed)
    except (ValueError, TypeError, SyntaxError):
        return
    if isinstance(value, float) or (isinstance(value, int) and not 0 <= value < _LARGEST_SEED):
        draft.replace(seed, str(int(value) % _LARGEST_SEED))


def _kind(draft: Draft, kind: ast.expr) -> None:
    """Let `float` and `int` stand for all widths, as up to NumPy 1.19."""
    abstract = {"float": "floating", "int": "signedinteger", "complex": "complexfloating"}
    if not draft.facts.settings.promotes_by_value or not isinstance(kind, ast.Name):
        return
    if kind.id in abstract and draft.is_builtin(kind, kind.id):
        draft.replace(kind, f"{draft.module('numpy', 'np')}.{abstract[kind.id]}")


def methods(draft: Draft) -> None:
    """Replace methods that arrays no longer have."""
    for call in draft.walk(ast.Call):
        method = call.func
        if not isinstance(method, ast.Attribute) or draft.full_name(method):
            continue
        if method.attr == "tostring" and not call.args:
            draft.replace(method, *draft.operand(method.value), ".tobytes")
        elif method.attr == "ptp":
            numpy = draft.module("numpy", "np")
            comma = ", " if call.args or call.keywords else ""
            draft.replace(method, f"{numpy}.ptp")
            first = call.args[0] if call.args else call.keywords[0] if call.keywords else None
            if first is None:
                draft.replace(call, f"{numpy}.ptp(", method.value, ")")
            else:
                draft.replace(method, f"{numpy}.ptp")
                draft.replace(call, f"{numpy}.ptp(", method.value, comma, *_arguments(call), ")")
        elif method.attr == "itemset":
            _itemset(draft, call, method.value)
        elif method.attr == "newbyteorder" and not _is_dtype(draft, method.value):
            draft.replace(
                call, draft.support("newbyteorder"), "(", method.value, ", " if call.args else "", *call.args, ")"
            )


def _arguments(call: ast.Call) -> list[str | ast.AST]:
    pieces: list[str | ast.AST] = []
    for number, argument in enumerate(call.args):
        pieces += [", ", argument] if number else [argument]
    for keyword in call.keywords:
        pieces += [", "] if pieces else []
        pieces += [f"{keyword.arg}=", keyword.value]
    return pieces


def _itemset(draft: Draft, call: ast.Call, target: ast.expr) -> None:
    """Write `array.itemset(index, value)` as an assignment where it is a statement."""
    statement = draft.parent(call)
    if call.keywords or not 1 <= len(call.args) <= 2 or not isinstance(statement, ast.Expr):
        draft.replace(call, draft.support("itemset"), "(", target, ", ", *_arguments(call), ")")
        return
    index, value = call.args[:-1], call.args[-1]
    if not index:
        draft.replace(call, *draft.operand(target), "[...] = ", value)
    elif isinstance(index[0], ast.Tuple):
        draft.replace(call, *draft.operand(target), "[", index[0], "] = ", value)
    elif isinstance(index[0], ast.Constant):
        draft.replace(call, *draft.operand(target), ".flat[", index[0], "] = ", value)
    else:
        draft.replace(call, draft.support("itemset"), "(", target, ", ", *_arguments(call), ")")


def _is_dtype(draft: Draft, node: ast.expr) -> bool:
    return (isinstance(node, ast.Attribute) and node.attr == "dtype") or (
        isinstance(node, ast.Call) and draft.full_name(node.func) == "numpy.dtype"
    )


def subscripts(draft: Draft) -> None:
    """Replace `numpy.cast[kind](array)` and `numpy.nbytes[kind]`."""
    for node in draft.walk(ast.Subscript):
        full = draft.full_name(node.value)
        call = draft.parent(node)
        if full == "numpy.nbytes":
            draft.replace(node, f"{draft.module('numpy', 'np')}.dtype(", node.slice, ").itemsize")
        elif full == "numpy.cast" and isinstance(call, ast.Call) and call.func is node and len(call.args) == 1:
            numpy = draft.module("numpy", "np")
            draft.replace(call, f"{numpy}.asarray(", call.args[0], ").astype(", node.slice, ")")


def defaults(draft: Draft) -> None:
    """Say what was the default of functions that have another one today."""
    settings = draft.facts.settings
    if not settings.promotes_by_value:
        return
    plain = _plainly_saved(draft)
    for call in draft.walk(ast.Call):
        full = draft.full_name(call.func)
        end = draft.end(call) - 1
        if full == "numpy.array":
            for keyword in call.keywords:
                if keyword.arg == "copy" and isinstance(keyword.value, ast.Constant) and keyword.value.value is False:
                    # It meant: only if necessary.
                    draft.replace(keyword.value, "None")
        elif full == "numpy.linalg.lstsq" and len(call.args) == 2 and not call.keywords:
            draft.change(end, end, ", rcond=-1")
        elif full == "numpy.load" and len(call.args) == 1 and (draft.facts.python2 or settings.early_gym):
            file = call.args[0]
            if call.keywords or (isinstance(file, ast.Constant) and file.value in plain):
                continue
            encoding = ', encoding="latin1"' if draft.facts.python2 else ""
            draft.change(end, end, f", allow_pickle=True{encoding}")
            draft.comment(call, _PICKLES)


_PICKLES = (
    "up to NumPy 1.16.2, load read pickled objects without being asked; where the file holds plain arrays, leave "
    "allow_pickle out."
)


def _plainly_saved(draft: Draft) -> set[object]:
    """Return the names of the files that the script itself saves plain arrays to."""
    found: set[object] = set()
    for call in draft.walk(ast.Call):
        full = draft.full_name(call.func)
        if full not in {"numpy.save", "numpy.savez", "numpy.savez_compressed"} or len(call.args) < 1:
            continue
        saved = [*call.args[1:], *(keyword.value for keyword in call.keywords if keyword.arg not in {"allow_pickle"})]
        kinds = [value for one in saved for value in draft.arrays.of(one)]
        if kinds and all(value.form in {ARRAY, SCALAR} and value.dtype not in {"", "object"} for value in kinds):
            name = call.args[0].value if isinstance(call.args[0], ast.Constant) else None
            suffix = ".npy" if full == "numpy.save" else ".npz"
            found |= {name, f"{name}{suffix}"} if isinstance(name, str) else set()
    return found


PASSES: tuple[Callable[[Draft], None], ...] = (subscripts, calls, methods, defaults)
