"""What the values of expressions may be, and tables of what functions and methods give."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

_INEXACT = frozenset(["array", "complex", "float", "floats", "object"])


class Value(NamedTuple):
    """What a value may be.

    Attributes:
        name: "int", "long" (one that Python 2 showed with an "L"), "float", "complex", "bool", "str", "none", "list",
            "tuple", "dict", "set", "iterator", "file"; "ints" and "floats" for arrays and scalars of NumPy, "array" if
            their type is not known; "function", "class", "builtin", "module", "object" (an instance of a class of the
            file), "error", "timedelta", "unknown", or "inexact" (unknown, but no integer and no text, as `0.5 * x`).
        site: the expression that makes a container, or what defines a function, a class or its instances.
    """

    name: str
    site: Hashable = None


@dataclass(frozen=True)
class Kind:
    """What an expression may be; nothing is known of it if "unknown" is among that.

    Attributes:
        values: all that it may be.
    """

    values: frozenset[Value] = frozenset()

    @property
    def names(self) -> frozenset[str]:
        """The names of all that it may be."""
        return frozenset(value.name for value in self.values)

    def is_only(self, *names: str) -> bool:
        """Return whether it can't be anything but these."""
        return bool(self.values) and self.names <= set(names)

    def may_be(self, *names: str) -> bool:
        """Return whether it may be one of these."""
        if "inexact" in self.names and not _INEXACT.isdisjoint(names):
            return True
        return "unknown" in self.names or not self.names.isdisjoint(names)

    def __bool__(self) -> bool:
        """Return whether it may be anything; what nothing is known of may be nothing yet."""
        return bool(self.values)

    def __or__(self, other: Kind) -> Kind:
        """Return what may be either."""
        return self if other.values <= self.values else Kind(self.values | other.values)

    def without(self, *names: str) -> Kind:
        """Return what is left without some of it."""
        return Kind(frozenset(value for value in self.values if value.name not in names))


def kind(*names: str) -> Kind:
    """Return a kind of these names."""
    return Kind(frozenset(map(Value, names)))


def made(name: str, site: Hashable) -> Kind:
    """Return the kind of a container that is made, or of a function or class that is defined, at some place."""
    return Kind(frozenset([Value(name, site)]))


def any_of(kinds: Iterable[Kind]) -> Kind:
    """Return what may be any of some kinds."""
    found = Kind()
    for one in kinds:
        found |= one
    return found


NOTHING = Kind()
UNKNOWN = kind("unknown")
WHOLE = frozenset(["int", "bool", "long"])
NUMBERS = WHOLE | {"float"}
ARRAYS = frozenset(["array", "floats", "ints"])
CONTAINERS = frozenset(["list", "tuple", "dict", "set", "iterator"])

# Builtins that always give the same.
BUILTINS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("len", "ord", "hash", "id", "cmp", "int"), ("int",)),
    **dict.fromkeys(
        ("str", "unicode", "repr", "raw_input", "chr", "unichr", "hex", "oct", "bin", "format", "intern", "ascii"),
        ("str",),
    ),
    **dict.fromkeys(("bool", "isinstance", "issubclass", "callable", "hasattr", "any", "all"), ("bool",)),
    "complex": ("complex",), "float": ("float",), "long": ("long",), "print": ("none",), "setattr": ("none",),
    "range": (), "open": ("file",), "file": ("file",),
}  # fmt: skip

# Methods of strings; those that only strings have tell that their object is one.
STRING_METHODS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        (
            "capitalize", "center", "decode", "encode", "expandtabs", "format", "join", "ljust", "lower", "lstrip",
            "replace", "rjust", "rstrip", "strip", "swapcase", "title", "translate", "upper", "zfill",
        ),
        ("str",),
    ),
    **dict.fromkeys(
        ("endswith", "isalnum", "isalpha", "isdigit", "islower", "isspace", "istitle", "isupper", "startswith"),
        ("bool",),
    ),
    **dict.fromkeys(("count", "find", "index", "rfind", "rindex"), ("int",)),
    **dict.fromkeys(("partition", "rpartition", "rsplit", "split", "splitlines"), ("list",)),
}  # fmt: skip
NOT_OF_STRINGS_ALONE = frozenset(["count", "index", "decode", "encode", "replace", "split", "partition", "join"])
FILE_METHODS: dict[str, str] = {
    "read": "str", "readline": "str", "readlines": "list", "xreadlines": "list", "write": "none", "close": "none",
    "flush": "none", "tell": "int", "next": "str",
}  # fmt: skip


def _functions(module: str, result: str, names: str) -> dict[str, str]:
    return {f"{module}.{name}": result for name in names.split()}


# Functions and names of modules that always give the same.
OF_MODULES: dict[str, str] = {
    **_functions(
        "math", "float",
        "acos acosh asin asinh atan atan2 atanh copysign cos cosh degrees e erf exp expm1 fabs fmod fsum gamma hypot "
        "ldexp lgamma log log10 log1p log2 pi pow radians sin sinh sqrt tan tanh inf nan",
    ),
    **_functions("math", "int", "factorial gcd"),
    **_functions("math", "bool", "isnan isinf"),
    **_functions("time", "float", "time clock perf_counter process_time monotonic"),
    **_functions("time", "str", "strftime ctime asctime"),
    **_functions("random", "float", "random uniform gauss normalvariate expovariate betavariate triangular"),
    **_functions("random", "int", "randint randrange getrandbits"),
    **_functions("sys", "int", "maxint maxsize getrefcount"),
    **_functions("sys", "str", "platform version executable"),
    **_functions("os", "str", "getcwd getenv sep linesep"),
    **_functions("os.path", "str", "join basename dirname abspath realpath expanduser normpath"),
    **_functions("os.path", "bool", "exists isfile isdir islink isabs"),
    **_functions("os.path", "int", "getsize"),
    **_functions("json", "str", "dumps"),
    **_functions("datetime", "timedelta", "timedelta"),
    **_functions("numpy", "float", "pi e inf nan euler_gamma"),
    **_functions(
        "numpy", "floats",
        "sqrt exp log log10 log2 log1p expm1 tanh sin cos tan sinh cosh arcsin arccos arctan arctan2 mean std var "
        "average median linspace logspace eye hypot true_divide random.rand random.randn random.uniform random.normal "
        "random.random random.random_sample random.standard_normal random.beta random.exponential random.gamma "
        "linalg.norm float32 float64 percentile",
    ),
    **_functions("numpy", "ints", "argmax argmin argsort random.randint random.random_integers int32 int64 size ndim"),
    **_functions(
        "numpy", "array",
        "abs absolute add array asarray ascontiguousarray atleast_1d atleast_2d ceil clip concatenate cumsum dot empty "
        "expand_dims floor flip fliplr full hstack identity matmul max maximum min minimum multiply ones ones_like "
        "outer pad prod ravel repeat reshape rint roll round sign squeeze stack subtract sum swapaxes tile transpose "
        "vstack where zeros zeros_like empty_like arange random.permutation copy",
    ),
}  # fmt: skip
# Functions of NumPy that make floats unless they are given a type.
FLOATS_BY_DEFAULT = frozenset(["numpy.zeros", "numpy.ones", "numpy.empty"])
# Those that give an array of the type of their arguments.
OF_THEIR_ARGUMENTS = frozenset(
    _functions(
        "numpy", "array",
        "abs absolute add arange array asarray clip concatenate copy cumsum dot expand_dims flip fliplr hstack matmul "
        "max maximum min minimum multiply ones_like outer prod ravel repeat reshape roll squeeze stack subtract sum "
        "tile transpose vstack zeros_like",
    )
)  # fmt: skip
# Methods of arrays that give an array of the same type, those that give floats, and integers.
SAME_ARRAY = frozenset([
    "T", "clip", "copy", "cumsum", "dot", "flatten", "max", "min", "prod", "ravel", "repeat", "reshape", "round",
    "squeeze", "sum", "swapaxes", "transpose",
])  # fmt: skip
FLOAT_ARRAY = frozenset(["mean", "std", "var"])
WHOLE_ARRAY = frozenset(["argmax", "argmin", "argsort"])
# Modules whose functions neither change containers nor call functions that they are given.
PURE = frozenset(["json", "math", "numpy", "operator", "os", "pickle", "cPickle", "random", "sys", "time", "ray"])
