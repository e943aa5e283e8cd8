"""What NumPy had up to 1.26 and has no more, or has in another place.

Names that stand for something of today are resolved by `shims.numpy.removed`; the others are functions and values of
that module. The functions of the arguments below are in `shims.numpy.tolerant`.
"""

from __future__ import annotations

from pong_pg.legacy.tables.rows import Argument, Name, renamed

_BUILTINS = {
    name: Name(kind, f"builtins:{kind}")
    for name, kind in {
        "bool": "bool",
        "complex": "complex",
        "float": "float",
        "int": "int",
        "long": "int",
        "object": "object",
        "str": "str",
        "unicode": "str",
    }.items()
}
# Other names of something that NumPy still has at its top.
_ALIASES = {
    name: Name(f"numpy.{today}", f"numpy:{today}")
    for name, today in {
        "Inf": "inf",
        "Infinity": "inf",
        "NAN": "nan",
        "NaN": "nan",
        "PINF": "inf",
        "alltrue": "all",
        "bool8": "bool_",
        "bytes0": "bytes_",
        "cfloat": "complex128",
        "clongfloat": "clongdouble",
        "complex_": "complex128",
        "cumproduct": "cumprod",
        "float_": "float64",
        "infty": "inf",
        "int0": "intp",
        "longcomplex": "clongdouble",
        "longfloat": "longdouble",
        "mat": "asmatrix",
        "object0": "object_",
        "product": "prod",
        "round_": "round",
        "singlecomplex": "complex64",
        "sometrue": "any",
        "str0": "str_",
        "string_": "bytes_",
        "typeDict": "sctypeDict",
        "uint0": "uintp",
        "unicode_": "str_",
        "void0": "void",
    }.items()
}
# What has moved to another module of NumPy; some of them are gone from there too since.
MOVED = {
    name: Name(f"{module}.{name}", f"{module}:{name}")
    for name, module in {
        "AxisError": "numpy.exceptions",
        "ComplexWarning": "numpy.exceptions",
        "DataSource": "numpy.lib.npyio",
        "ModuleDeprecationWarning": "numpy.exceptions",
        "RankWarning": "numpy.exceptions",
        "TooHardError": "numpy.exceptions",
        "VisibleDeprecationWarning": "numpy.exceptions",
        "add_docstring": "numpy.lib",
        "add_newdoc": "numpy.lib",
        "byte_bounds": "numpy.lib.array_utils",
        "chararray": "numpy.char",
        "compare_chararrays": "numpy.char",
        "format_parser": "numpy.rec",
        "tracemalloc_domain": "numpy.lib",
    }.items()
}
_OTHERS = {
    "ALLOW_THREADS": Name("1", written="1"),
    "BUFSIZE": Name("8192", written="8192"),
    "CLIP": Name('mode="clip"', written="0"),
    "MAXDIMS": Name("32", written="32"),
    "NINF": Name("-numpy.inf", written="-numpy.inf"),
    "NZERO": Name("-0.0", written="-0.0"),
    "PZERO": Name("0.0", written="0.0"),
    "RAISE": Name('mode="raise"', written="2"),
    "WRAP": Name('mode="wrap"', written="1"),
    "alen": Name("len(array)", written="len({0})"),
    "asfarray": Name("numpy.asarray(array, dtype=float)", written="numpy.asarray({0}, dtype=float)"),
    "asscalar": Name("array.item()", written="{0}.item()"),
    "cast": Name("numpy.asarray(array, dtype)"),
    "deprecate": Name("warnings.warn(..., DeprecationWarning)"),
    "deprecate_with_doc": Name("warnings.warn(..., DeprecationWarning)"),
    "disp": Name("print", written="print({0})"),
    "fastCopyAndTranspose": Name("array.T.copy()", written="numpy.asarray({0}).T.copy()"),
    "find_common_type": Name("numpy.promote_types or numpy.result_type"),
    "fromstring": Name("numpy.frombuffer"),
    "in1d": Name("numpy.isin", written="numpy.isin({0}, {1}).ravel()"),
    "issctype": Name("issubclass(kind, numpy.generic)"),
    "issubclass_": Name("issubclass"),
    "issubsctype": Name("numpy.issubdtype", written="numpy.issubdtype({0}, {1})"),
    "loads": Name("pickle.loads", "pickle:loads"),
    "math": Name("import math", "math"),
    "maximum_sctype": Name("numpy.longdouble, or the widest type of the kind"),
    "msort": Name("numpy.sort(array, axis=0)", written="numpy.sort({0}, axis=0)"),
    "nbytes": Name("numpy.dtype(kind).itemsize"),
    "obj2sctype": Name("numpy.dtype(kind).type", written="numpy.dtype({0}).type"),
    "rank": Name("array.ndim", written="numpy.ndim"),
    "recfromcsv": Name('numpy.genfromtxt(file, delimiter=",", names=True, dtype=None)'),
    "recfromtxt": Name("numpy.genfromtxt(file, dtype=None)"),
    "row_stack": Name("numpy.vstack", written="numpy.vstack"),
    "safe_eval": Name("ast.literal_eval", "ast:literal_eval"),
    "sctype2char": Name("numpy.dtype(kind).char", written="numpy.dtype({0}).char"),
    "sctypes": Name("the types by name, such as numpy.float32"),
    "set_string_function": Name("numpy.set_printoptions"),
    "source": Name("inspect.getsource", written="print(inspect.getsource({0}))"),
    "trapz": Name("numpy.trapezoid", written="numpy.trapezoid"),
}

# The rows of the module itself, by the name in it.
TOP: dict[str, Name] = {**_BUILTINS, **_ALIASES, **MOVED, **_OTHERS}
BUILTINS = frozenset(_BUILTINS)

# What NumPy 2.0 still had, or had again: scripts with these names may be for NumPy 2.
_IN_NUMPY_2 = frozenset({
    "bool", "chararray", "fastCopyAndTranspose", "fromstring", "in1d", "long", "row_stack", "trapz",
})  # fmt: skip
# Names that came with NumPy 2.0: scripts with one of them are for NumPy 2.
NEW_IN_NUMPY_2 = frozenset({
    "acos", "acosh", "asin", "asinh", "astype", "atan", "atan2", "atanh", "bitwise_count", "bitwise_invert",
    "bitwise_left_shift", "bitwise_right_shift", "concat", "cumulative_prod", "cumulative_sum", "isdtype",
    "matrix_transpose", "matvec", "permute_dims", "pow", "strings", "trapezoid", "unique_all", "unique_counts",
    "unique_inverse", "unique_values", "unstack", "vecdot", "vecmat",
})  # fmt: skip

_QUANTILES = ("nanpercentile", "nanquantile", "percentile", "quantile")

NAMES: dict[str, Name] = {
    **{f"numpy.{name}": row for name, row in TOP.items()},
    "numpy.random.random_integers": Name("numpy.random.randint"),
}
# What is found in scripts for NumPy 2, too.
NOT_BEFORE_2 = frozenset({
    *(f"numpy.{name}" for name in _IN_NUMPY_2),
    *(f"numpy.{name}(interpolation=)" for name in _QUANTILES),
    "numpy.reshape(newshape=)",
})  # fmt: skip

ARGUMENTS: dict[str, dict[str, Argument]] = {
    "numpy.histogram": {"normed": Argument("numpy.histogram(density=)")},
    **{f"numpy.{name}": {"interpolation": renamed(f"numpy.{name}", "method")} for name in _QUANTILES},
    "numpy.reshape": {"newshape": Argument("numpy.reshape(array, shape)")},
}

# Functions whose first argument is a sequence of arrays.
SEQUENCES = ("column_stack", "concatenate", "dstack", "hstack", "stack", "vstack", "block", "broadcast_arrays")
# Functions whose arguments are arrays, or become ones.
ARRAYS = (
    "amax", "amin", "any", "all", "append", "argmax", "argmin", "argsort", "argwhere", "around", "array_equal",
    "array_split", "asfortranarray", "ascontiguousarray", "atleast_1d", "atleast_2d", "average", "copy",
    "count_nonzero", "cumsum", "delete", "diff", "empty_like", "expand_dims", "flatnonzero", "flip", "fliplr", "flipud",
    "max", "mean", "median", "min", "ndim", "nonzero", "ones_like", "prod", "ravel", "repeat", "roll", "rollaxis",
    "rot90",
    "save", "savez", "savez_compressed", "shape", "size", "sort", "split", "squeeze", "std", "swapaxes", "take", "tile",
    "transpose", "unique", "var", "zeros_like",
)  # fmt: skip
