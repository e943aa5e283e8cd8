"""What NumPy's functions, methods of arrays and builtins give, as far as the types of results depend on it."""

from __future__ import annotations

import ast

import numpy as np

from pong_pg.legacy.modernize.rules.numpy.values import (
    ANY,
    ARRAY,
    DTYPE,
    FOREIGN,
    LIST,
    NOTHING,
    OTHER,
    PYTHON,
    SCALAR,
    UNKNOWN,
    Value,
    Values,
    array,
    beside,
    full,
    is_ragged,
    items,
    joined,
    lengths_of,
    list_of,
    name_of,
    promoted,
    python,
    scalar,
)

Named = dict[str, Values]

# Functions of two operands, by whose types the type of the result is found.
PROMOTING = frozenset({
    "add", "arctan2", "bitwise_and", "bitwise_or", "bitwise_xor", "copysign", "divide", "equal", "floor_divide", "fmax",
    "fmin", "fmod", "greater", "greater_equal", "hypot", "left_shift", "less", "less_equal", "logaddexp", "logaddexp2",
    "maximum", "minimum", "mod", "multiply", "nextafter", "not_equal", "power", "remainder", "right_shift", "subtract",
    "true_divide",
})  # fmt: skip
COMPARING = frozenset({"equal", "greater", "greater_equal", "less", "less_equal", "not_equal"})
_MADE = {"zeros": 0, "ones": 0, "empty": 0}
_LIKE = ("zeros_like", "ones_like", "empty_like", "full_like")
# Of one argument, element by element; of integers they give floats.
_FLOATING = frozenset({
    "sqrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "arcsin", "arccos", "arctan",
    "sinh", "cosh", "tanh", "arctanh", "cbrt", "deg2rad", "rad2deg", "degrees", "radians",
})  # fmt: skip
SAME = frozenset({
    "absolute", "abs", "negative", "square", "sign", "floor", "ceil", "rint", "trunc", "fix", "conj", "clip", "round",
    "around", "real", "cumsum", "cumprod", "sort", "roll", "flip", "fliplr", "flipud", "copy", "nan_to_num",
    "ascontiguousarray", "tril", "triu", "reciprocal", "maximum_fill_value",
})  # fmt: skip
RESHAPING = frozenset({
    "reshape", "ravel", "transpose", "swapaxes", "moveaxis", "rollaxis", "squeeze", "expand_dims", "repeat", "tile",
    "resize", "pad", "rot90", "take", "diag", "append", "concatenate", "vstack", "hstack", "dstack", "stack",
    "column_stack", "atleast_1d", "atleast_2d", "outer", "delete", "insert", "unique", "random.permutation",
    "compress", "broadcast_to",
})  # fmt: skip
_KNOWN_DIMENSIONS = {"ravel": 1, "atleast_2d": 2, "flatten": 1, "outer": 2, "diag": None}
REDUCING = frozenset({
    "sum", "prod", "max", "min", "amax", "amin", "mean", "std", "var", "median", "average", "nanmax", "nanmin",
    "nansum", "nanmean", "ptp", "percentile",
})  # fmt: skip
_SUMS = frozenset({"sum", "prod", "cumsum", "cumprod", "nansum"})
_MEANS = frozenset({"mean", "std", "var", "median", "average", "nanmean", "percentile"})
INDICES = frozenset({"argmax", "argmin", "count_nonzero", "searchsorted"})
_RANDOM = frozenset({
    "rand", "randn", "random", "random_sample", "ranf", "sample", "uniform", "normal", "standard_normal",
    "exponential", "beta", "gamma", "laplace",
})  # fmt: skip
# Of these it is known that they give arrays or scalars, not numbers of Python.
_OTHERS = frozenset({
    "apply_along_axis", "argsort", "argwhere", "bincount", "choose", "convolve", "correlate", "corrcoef", "cov",
    "cross", "diff", "digitize", "einsum", "flatnonzero", "fromfile", "fromfunction", "fromiter", "genfromtxt",
    "gradient", "histogram2d", "in1d", "inner", "interp", "intersect1d", "isclose", "isfinite", "isin", "isinf",
    "isnan", "kron",
    "linalg.det", "linalg.inv", "linalg.norm", "linalg.pinv", "linalg.solve", "loadtxt", "logical_and", "logical_not",
    "logical_or", "logspace", "matmul", "outer", "packbits", "polyfit", "polyval", "select", "setdiff1d", "tensordot",
    "trace", "trapz", "union1d", "unpackbits", "vdot",
})  # fmt: skip
_IMAGES = frozenset({"scipy.misc.imread", "scipy.misc.imresize", "cv2.imread", "imageio.imread"})


def named(full_name: str) -> Values:
    """Return what a name of NumPy is that is no function: a dtype or a number; empty for others."""
    package, _, name = full_name.partition(".")
    if package != "numpy":
        return NOTHING
    if name in {"pi", "e", "inf", "nan", "Inf", "NaN", "euler_gamma"}:
        return python("float")
    if name == "newaxis":
        return frozenset({Value(OTHER, "None")})
    kind = {"float": float, "int": int, "bool": bool}.get(name) or vars(np).get(name)
    if isinstance(kind, type) and issubclass(kind, np.generic | float | int):
        try:
            return frozenset({Value(DTYPE, name_of(kind))})
        except TypeError:
            return NOTHING
    return NOTHING


def dtypes_of(values: Values) -> str:
    """Return the dtype that a value names; `ANY` if it depends."""
    found = set[str]()
    for value in values:
        if value.form == DTYPE:
            found.add(value.dtype)
        elif isinstance(value.constant, str):
            try:
                found.add(name_of(value.constant))
            except TypeError:
                return ""
        elif value.dtype == "None":
            found.add("float64")
        elif value.form == LIST:
            return "void"
        else:
            return ANY
    return found.pop() if len(found) == 1 else ANY if found else ""


def content(values: Values) -> tuple[str, int | None]:
    """Return the dtype and the number of dimensions of the array that `numpy.array` makes of something."""
    names, dimensions = list[str](), set[int | None]()
    empty = Value(LIST)
    if values == {empty}:
        return "float64", 1
    for value in values - {empty}:
        if value.form in {ARRAY, SCALAR, PYTHON}:
            names.append(full(value))
            dimensions.add(value.dimensions if value.form == ARRAY else 0)
        elif value.form == LIST:
            name, inner = content(value.items)
            names.append(name)
            dimensions.add(None if inner is None else inner + 1)
        elif value.dtype == "range":
            names.append("int64")
            dimensions.add(1)
        else:
            return "", None
    return promoted(names), dimensions.pop() if len(dimensions) == 1 else None


def dimensions_by(values: Values, node: ast.expr | None) -> int | None:
    """Return how many dimensions an array of a shape has; None if it is not known."""
    if isinstance(node, ast.Tuple | ast.List):
        return None if any(isinstance(part, ast.Starred) for part in node.elts) else len(node.elts)
    if values and all(value.form in {PYTHON, SCALAR} for value in values):
        return 1
    return None


def call(full_name: str, node: ast.Call, arguments: list[Values], named_: Named) -> Values:
    """Return what a call of an imported function gives."""
    package, _, name = full_name.partition(".")
    if full_name in _IMAGES:
        return array("uint8") if "mode" not in named_ and "flatten" not in named_ else array("")
    if package in {"gym", "gymnasium"}:
        return frozenset({Value(OTHER, FOREIGN)})
    if package == "math":
        return python("float") if name not in {"floor", "ceil", "factorial", "gcd"} else python("int")
    if full_name in {"copy.copy", "copy.deepcopy"}:
        return arguments[0] if arguments else UNKNOWN
    if full_name in {"numpy.random.RandomState", "numpy.random.default_rng"}:
        return frozenset({Value(OTHER, "RandomState")})
    if full_name in {"collections.deque", "collections.defaultdict", "collections.OrderedDict"}:
        return list_of(items(arguments[0]) if arguments and full_name.endswith("deque") else NOTHING)
    if package == "scipy" and name == "signal.lfilter" and len(arguments) > 2:
        return array(promoted(["float64", content(arguments[2])[0]]), content(arguments[2])[1])
    if package != "numpy":
        return UNKNOWN
    if not all(arguments):
        # Not found yet.
        return NOTHING
    return call_of_numpy(name, node, arguments, named_)


def call_of_numpy(name: str, node: ast.Call, arguments: list[Values], named_: Named) -> Values:
    """Return what a call of a function of NumPy gives, by its name there."""
    first = arguments[0] if arguments else NOTHING
    if kinds := named(f"numpy.{name}"):
        kind = next(iter(kinds))
        if kind.form == DTYPE:
            listed = any(one.form in {LIST, ARRAY} for one in first)
            return array(kind.dtype, content(first)[1]) if listed else scalar(kind.dtype)
    if name in _MADE or name in {"full", "eye", "identity", "array", "asarray", "arange", "asanyarray", "linspace"}:
        return _made(name, node, arguments, named_)
    if name in _LIKE:
        dtype, dimensions = content(first)
        given = named_.get("dtype") or (arguments[1] if len(arguments) > 1 and name != "full_like" else NOTHING)
        return array(dtypes_of(given) if given else dtype, dimensions)
    if name == "dtype":
        return frozenset({Value(DTYPE, dtypes_of(first))})
    if name.startswith("random."):
        return random(name.removeprefix("random."), node, arguments, named_)
    if name in PROMOTING and len(arguments) >= 2:
        return _two(name, arguments)
    if name == "where" and len(arguments) == 3:
        return _two(name, arguments[1:])
    if name == "dot" and len(arguments) == 2:
        sizes = [content(one)[1] for one in arguments]
        dtype = promoted(content(one)[0] for one in arguments)
        return array(dtype, None if None in sizes else max(sum(size or 0 for size in sizes) - 2, 0))
    if name in INDICES and "axis" not in named_:
        return scalar("int64")
    if name in _FLOATING | SAME | RESHAPING | REDUCING:
        return of_array(name, first, arguments[1:], named_)
    if name in _OTHERS:
        return array("") | scalar("")
    if name in {"any", "all"}:
        return array("bool") | scalar("bool") if "axis" in named_ or len(arguments) > 1 else scalar("bool")
    if name in {"frombuffer", "fromstring"}:
        given = named_.get("dtype") or (arguments[1] if len(arguments) > 1 else NOTHING)
        return array(dtypes_of(given) if given else "float64", 1)
    return UNKNOWN


def _made(name: str, node: ast.Call, arguments: list[Values], named_: Named) -> Values:
    first = arguments[0] if arguments else named_.get("shape", NOTHING)
    at = {"full": 2, "arange": 3, "eye": 3, "linspace": 5}.get(name, 1)
    given = named_.get("dtype") or (arguments[at] if len(arguments) > at else NOTHING)
    dtype = "float64"
    dimensions = dimensions_by(first, node.args[0] if node.args else None)
    lengths = (
        constant_shape(node.args[0] if node.args else None) if name in {"zeros", "ones", "empty", "full"} else None
    )
    if name in {"array", "asarray", "asanyarray"}:
        dtype, dimensions = content(first)
        lengths = lengths_of(first)
        if is_ragged(first):
            dtype, dimensions, lengths = "object", None, None
    elif name == "full":
        dtype = content(arguments[1])[0] if len(arguments) > 1 else ""
    elif name in {"eye", "identity"}:
        dimensions = 2
    elif name in {"arange", "linspace"}:
        dimensions = 1
        if name == "arange":
            dtype = promoted(content(one)[0] for one in arguments[:3])
            constant = next(iter(first)).constant if len(first) == len(arguments) == 1 else None
            lengths = (max(constant, 0),) if isinstance(constant, int) else None
    return array(dtypes_of(given) if given else dtype, dimensions, lengths)


def constant_shape(node: ast.expr | None) -> tuple[int, ...] | None:
    """Return the shape that a literal says; None if it is none."""
    parts = node.elts if isinstance(node, ast.Tuple | ast.List) else [node]
    lengths = tuple(part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, int))
    return lengths if len(lengths) == len(parts) else None


def random(name: str, node: ast.Call, arguments: list[Values], named_: Named) -> Values:
    """Return what a function of `numpy.random` gives, or the method of a generator of this name."""
    if name in _RANDOM:
        if name in {"rand", "randn"}:
            return array("float64", len(arguments)) if arguments else python("float")
        size = named_.get("size")
        at = {"uniform": 2, "normal": 2, "gamma": 2, "laplace": 2, "beta": 2, "exponential": 1}.get(name, 0)
        size = size or (arguments[at] if len(arguments) > at else None)
        last = node.args[-1] if node.args else None
        where = next((one.value for one in node.keywords if one.arg == "size"), last)
        return python("float") if size is None else array("float64", dimensions_by(size, where))
    if name in {"randint", "random_integers"}:
        dtype = dtypes_of(named_["dtype"]) if "dtype" in named_ else "int64"
        return array(dtype) if "size" in named_ or len(arguments) > 2 else python("int")
    if name == "permutation" and arguments:
        dtype, dimensions = content(arguments[0])
        return array(dtype, dimensions or 1)
    return UNKNOWN


def _two(name: str, arguments: list[Values]) -> Values:
    """Return what a function of two operands gives."""
    found = NOTHING
    for one in arguments[0]:
        for other in arguments[1]:
            sides = [Value(ARRAY, *content(frozenset({side}))) if side.form == LIST else side for side in (one, other)]
            if any(side.form == OTHER for side in sides):
                return UNKNOWN
            arrays = [side for side in sides if side.form == ARRAY]
            if len(arrays) == 1 and arrays[0].dtype not in {"", ANY}:
                number = next(side for side in sides if side.form != ARRAY)
                dtype = beside(arrays[0].dtype, number)
            else:
                dtype = promoted(full(side) for side in sides)
            if name in {"divide", "true_divide"} and dtype not in {"", ANY} and np.dtype(dtype).kind in "iub":
                dtype = "float64"
            dtype = "bool" if name in COMPARING else dtype
            sizes = [side.dimensions for side in arrays]
            size = None if None in sizes else max((one or 0 for one in sizes), default=0)
            found = joined(found, array(dtype, size) if arrays or name == "where" else scalar(dtype))
    return found


def of_array(name: str, first: Values, more: list[Values], named_: Named) -> Values:
    """Return what a function of one array gives, or the method of the same name."""
    found = NOTHING
    for value in first:
        if value.form == OTHER:
            return UNKNOWN
        dtype, dimensions = content(frozenset({value}))
        if name in {"concatenate", "vstack", "hstack", "dstack", "stack", "column_stack"}:
            dimensions = None
        if name in REDUCING or name in _SUMS:
            if "dtype" in named_:
                dtype = dtypes_of(named_["dtype"])
            elif dtype not in {"", ANY} and np.dtype(dtype).kind in "iub":
                wide = "uint64" if np.dtype(dtype).kind == "u" else "int64"
                dtype = wide if name in _SUMS else "float64" if name in _MEANS else dtype
            if name in REDUCING:
                at = 1 if name in {"percentile"} else 0
                axis = named_.get("axis") or (more[at] if len(more) > at else NOTHING)
                keeps = "keepdims" in named_
                dimensions = (0 if not keeps else dimensions) if not axis else None
                if axis and not keeps:
                    inner = content(frozenset({value}))[1]
                    dimensions = inner - 1 if inner else None
        elif name in _FLOATING:
            if dtype not in {"", ANY} and np.dtype(dtype).kind in "iub":
                dtype = "float64" if np.dtype(dtype).itemsize > 1 else "float16"
        elif name in RESHAPING:
            dimensions = _KNOWN_DIMENSIONS.get(name)
            if name in {"append", "delete", "insert", "concatenate", "repeat"} and "axis" in named_:
                dimensions = value.dimensions if value.form == ARRAY else None
            if name in {"roll"}:
                dimensions = value.dimensions
            if name == "append" and more:
                dtype = promoted([dtype, content(more[0])[0]])
            if name == "expand_dims" and value.dimensions is not None:
                dimensions = value.dimensions + 1
        if name in _FLOATING | SAME and value.form in {PYTHON, SCALAR} and name not in _SUMS:
            found = joined(found, scalar(dtype))
        else:
            found = joined(found, array(dtype, dimensions))
    return found
