"""What methods of arrays, lists and dicts give, and builtins, as far as the types of NumPy's results depend on it."""

from __future__ import annotations

import ast

from pong_pg.legacy.modernize.rules.numpy.functions import (
    INDICES,
    REDUCING,
    RESHAPING,
    SAME,
    Named,
    call_of_numpy,
    constant_shape,
    dimensions_by,
    dtypes_of,
    of_array,
    random,
)
from pong_pg.legacy.modernize.rules.numpy.values import (
    ANY,
    ARRAY,
    FOREIGN,
    LIST,
    NOTHING,
    OTHER,
    SCALAR,
    TEXT,
    UNKNOWN,
    Value,
    Values,
    array,
    items,
    joined,
    list_of,
    promoted,
    python,
    scalar,
)


def method(held: Values, name: str, node: ast.Call, arguments: list[Values], named_: Named) -> Values:
    """Return what a method of an array, or of a list or dict, gives; empty if the object is neither."""
    found = NOTHING
    for value in held:
        if value.form in {ARRAY, SCALAR}:
            found = joined(found, _method_of_array(value, name, node, arguments, named_))
        elif value.form == LIST and name in {"values", "copy", "pop", "get", "popleft", "items", "itervalues"}:
            item = value.items or UNKNOWN
            if name in {"values", "copy", "itervalues"}:
                found = joined(found, list_of(item))
            elif name == "items":
                found = joined(found, list_of(list_of(joined(item, UNKNOWN), (UNKNOWN, item))))
            else:
                found = joined(found, item)
        elif value.dtype == "str":
            found = joined(found, TEXT)
        elif value.dtype == "RandomState":
            found = joined(found, random(name, node, arguments, named_))
        elif value.dtype == FOREIGN:
            found = joined(found, UNKNOWN)
        elif name == "astype":
            found = joined(found, array(dtypes_of(arguments[0]) if arguments else ""))
        else:
            return UNKNOWN if found else NOTHING
    if not found and name == "astype" and arguments:
        return array(dtypes_of(arguments[0]))
    return found


def _method_of_array(value: Value, name: str, node: ast.Call, arguments: list[Values], named_: Named) -> Values:
    one = frozenset({value})
    if name in {"astype", "view"}:
        given = arguments[0] if arguments else named_.get("dtype", NOTHING)
        dtype = dtypes_of(given) if given else value.dtype
        lengths = value.lengths if name == "astype" else None
        return array(dtype, value.dimensions, lengths) if value.form == ARRAY else scalar(dtype)
    if name == "copy":
        return one
    if name in {"item", "tolist"}:
        kind = {"f": "float", "i": "int", "u": "int", "b": "bool", "c": "complex"}.get(value.kind, "")
        if name == "tolist" and value.form == ARRAY:
            return list_of(python(kind) if kind and value.dimensions == 1 else UNKNOWN)
        return python(kind) if kind else UNKNOWN
    if name == "reshape":
        one_shape = node.args[0] if len(node.args) == 1 else None
        if len(node.args) > 1:
            shape = constant_shape(ast.List(node.args))
            return array(value.dtype, len(node.args), shape if shape and min(shape) >= 0 else None)
        shape = constant_shape(one_shape)
        whole = shape if shape and min(shape) >= 0 else None
        return array(value.dtype, dimensions_by(arguments[0] if arguments else NOTHING, one_shape), whole)
    if name in {"flatten", "ravel"}:
        return array(value.dtype, 1)
    if name in {"any", "all"}:
        return array("bool") if arguments or named_ else scalar("bool")
    if name == "dot" and arguments:
        return call_of_numpy("dot", node, [one, arguments[0]], named_)
    if name in INDICES:
        return array("int64") if arguments or named_ else scalar("int64")
    if name in SAME | RESHAPING | REDUCING:
        return of_array(name, one, arguments, named_)
    return UNKNOWN


def builtin(name: str, arguments: list[Values]) -> Values:
    """Return what a builtin gives."""
    first = arguments[0] if arguments else NOTHING
    if name in {"len", "int", "ord", "hash", "id"}:
        return python("int")
    if name == "float":
        return python("float")
    if name in {"str", "repr", "format", "input"}:
        return TEXT
    if name in {"bool", "isinstance", "any", "all", "callable", "hasattr"}:
        return python("bool")
    if name == "slice":
        return frozenset({Value(OTHER, "slice")})
    if name in {"range", "xrange"}:
        return frozenset({Value(OTHER, "range")})
    return _of_sequence(name, first, arguments)


def _of_sequence(name: str, first: Values, arguments: list[Values]) -> Values:
    if name in {"list", "tuple", "sorted", "reversed", "set", "iter", "deque"}:
        return list_of(items(first)) if first else list_of(NOTHING)
    if name in {"max", "min"}:
        return items(first) if len(arguments) == 1 else joined(*arguments)
    if name == "next":
        return items(first)
    if name == "sum":
        # In the types of then: a narrow number beside the 0 it begins with is a wide one.
        found = NOTHING
        for item in items(first):
            wide = item.form == SCALAR and item.dtype not in {"", ANY}
            found = joined(found, scalar(promoted([item.dtype, "int64"])) if wide else frozenset({item}))
        return found
    if name == "enumerate":
        return list_of(list_of(joined(items(first), python("int")), (python("int"), items(first) or UNKNOWN)))
    if name == "zip":
        each = tuple(items(one) or UNKNOWN for one in arguments)
        return list_of(list_of(joined(*each), each))
    if name in {"abs", "round", "pow"}:
        return frozenset(Value(one.form, one.dtype, one.dimensions) for one in first)
    if name == "divmod":
        return list_of(joined(*arguments))
    return UNKNOWN
