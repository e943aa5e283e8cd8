"""What NumPy had up to 1.26 and has no more, or has in another place.

A script gets what a row's `supplied_by` says; for names without it, the function or value of that name in
`shims.numpy.functions`, and if there is none, an error that says what modern code says instead.
"""

from __future__ import annotations

from pong_pg.legacy.tables.rows import Argument, Name, alias, at, renamed

_BUILTINS = alias(
    "builtins",
    bool="bool",
    complex="complex",
    float="float",
    int="int",
    long="int",
    object="object",
    str="str",
    unicode="str",
)
# Other names of something that NumPy still has at its top.
_ALIASES = alias(
    "numpy",
    Inf="inf",
    Infinity="inf",
    NAN="nan",
    NaN="nan",
    PINF="inf",
    alltrue="all",
    bool8="bool_",
    cfloat="complex128",
    complex_="complex128",
    cumproduct="cumprod",
    float_="float64",
    infty="inf",
    int0="intp",
    longfloat="longdouble",
    mat="asmatrix",
    product="prod",
    round_="round",
    singlecomplex="complex64",
    sometrue="any",
    string_="bytes_",
    uint0="uintp",
    unicode_="str_",
)
# What has moved to another module of NumPy.
_MOVED = {
    **at("numpy.exceptions", "AxisError", "ComplexWarning", "RankWarning", "VisibleDeprecationWarning"),
    **at("numpy.char", "chararray"),
}
_OTHERS = {
    "NINF": Name("-numpy.inf", written="-numpy.inf"),
    "asfarray": Name("numpy.asarray(array, dtype=float)", written="numpy.asarray({0}, dtype=float)"),
    "asscalar": Name("array.item()", written="{0}.item()"),
    "fromstring": Name("numpy.frombuffer"),
    "in1d": Name("numpy.isin", written="numpy.isin({0}, {1}).ravel()"),
    "loads": Name("pickle.loads", "pickle:loads"),
    "rank": Name("array.ndim", "numpy:ndim", written="numpy.ndim"),
    "row_stack": Name("numpy.vstack", "numpy:vstack", written="numpy.vstack"),
    "trapz": Name("numpy.trapezoid", written="numpy.trapezoid"),
}

# The rows of the module itself, by the name in it.
TOP: dict[str, Name] = {**_BUILTINS, **_ALIASES, **_MOVED, **_OTHERS}
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
    "numpy.histogram": {"normed": renamed("numpy.histogram", "density")},
    **{f"numpy.{name}": {"interpolation": renamed(f"numpy.{name}", "method")} for name in _QUANTILES},
    "numpy.reshape": {"newshape": Argument("numpy.reshape(array, shape)", renamed="shape")},
}

# Functions whose first argument is a sequence of arrays, which could be an iterator.
SEQUENCES = ("column_stack", "concatenate", "dstack", "hstack", "stack", "vstack")
# Functions whose arguments become arrays, of objects where the parts are of different lengths.
ARRAYS = ("append", "save", "savez", "savez_compressed", "shape", "size")
