"""What Python 2 had and Python 3 no longer has: builtins, methods, modules and names in modules.

Everything that `pong-pg run` does about such a name follows from its row here:

- detection: a file of Python 3 that uses a row with `is_sign` gets it all the same (`read.python2_signs`);
- report: `modern` is what modern code says instead;
- behaviour: `supplied_by` is what the script gets (`runtime.python2_names`, `runtime.helpers`, `runtime.stdlib`).

`supplied_by` is one of

- ``"module:name"``, as `pkgutil.resolve_name` takes it: something that today's Python has under another name;
- ``".name"``: a function that calls this method of its first argument, as those of Python 2's module `string` did;
- ``"name"``: a function or class of `runtime.python2_names` for builtins, of `runtime.stdlib_names` for other names.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Name:
    """A builtin of Python 2, or a name in one of its modules.

    Attributes:
        modern: what modern code says instead.
        supplied_by: what the script gets for it; see the module's docstring.
        is_sign: no Python 3 ever had it.
    """

    modern: str
    supplied_by: str
    is_sign: bool = True


@dataclass(frozen=True)
class Method:
    """A method that Python 2's types had; the function of the same name in `runtime.helpers` stands for it.

    Attributes:
        modern: what modern code says instead.
        arguments: how many it takes.
        is_sign: no class of Python 3 is likely to have a method of this name.
    """

    modern: str
    arguments: int = 0
    is_sign: bool = True


@dataclass(frozen=True)
class Module:
    """A module of Python 2's standard library that has another name today.

    Attributes:
        modern: today's modules whose names it gives, the first of them before the others.
        advice: what modern code says instead of importing it; "" for an import of the first modern module.
        names: what it also had, and today's modules have under another name or not at all, as `supplied_by`.
        is_sign: no Python 3 ever had a module of this name.
        is_gone: no Python of today has a module of this name; if some have, those use it.
    """

    modern: tuple[str, ...]
    advice: str = ""
    names: dict[str, str] = field(default_factory=dict)
    is_sign: bool = True
    is_gone: bool = True


# fissix's fixers that run on a file of Python 2, with what each changes and what modern code says.
FIXERS: dict[str, tuple[str, str]] = {
    "dict": ("list or iterator from a dict", "list(d.keys()), d.items()"),
    "except": ("except E, name", "except E as name"),
    "exec": ("exec statement", "exec(...)"),
    "funcattrs": ("f.func_name", "f.__name__"),
    "has_key": (".has_key()", "key in d"),
    "input": ("input()", "eval(input())"),
    "metaclass": ("__metaclass__ = M", "class C(metaclass=M)"),
    "methodattrs": ("m.im_self", "m.__self__"),
    "ne": ("<>", "!="),
    "numliterals": ("0777 or 10L", "0o777 or 10"),
    "paren": ("[x for x in 1, 2]", "[x for x in (1, 2)]"),
    "print": ("print statement", "print(...)"),
    "raise": ("raise E, value", "raise E(value)"),
    "repr": ("`...`", "repr(...)"),
    "standarderror": ("StandardError", "Exception"),
    "throw": ("g.throw(E, value)", "g.throw(E(value))"),
    "tuple_params": ("tuple as a parameter", "unpack it in the body"),
    "unicode": ('u"..." or unicode', 'text is always str: "..."'),
    "xrange": ("xrange, or a list from range", "range, list(range(...))"),
}

BUILTINS: dict[str, Name] = {
    "StandardError": Name("Exception", "builtins:Exception"),
    "apply": Name("f(*args)", "apply"),
    "basestring": Name("str", "builtins:str"),
    "buffer": Name("memoryview", "builtins:memoryview"),
    "cmp": Name("(a > b) - (a < b)", "cmp"),
    "execfile": Name("exec(open(...).read())", "execfile"),
    "file": Name("open", "builtins:open"),
    "intern": Name("sys.intern", "sys:intern"),
    "long": Name("int", "builtins:int"),
    "raw_input": Name("input", "raw_input"),
    "reduce": Name("functools.reduce", "functools:reduce"),
    "reload": Name("importlib.reload", "reload"),
    "unichr": Name("chr", "builtins:chr"),
    "unicode": Name("str", "builtins:str"),
    "xrange": Name("range", "builtins:range"),
}

# Builtins that Python 3 has, too, but that do something else there: what a file of Python 2 gets.
CHANGED_BUILTINS: dict[str, str] = {
    "filter": "filter_to_list",
    "map": "map_to_list",
    "oct": "octal",
    "round": "rounded",
    "sorted": "sorted_by",
    "zip": "zip_to_list",
}

METHODS: dict[str, Method] = {
    "has_key": Method("key in d", arguments=1),
    "iteritems": Method("d.items()"),
    "iterkeys": Method("d.keys()"),
    "itervalues": Method("d.values()"),
    # Classes of Python 3 have methods of this name, too.
    "next": Method("next(it)", is_sign=False),
    "viewitems": Method("d.items()"),
    "viewkeys": Method("d.keys()"),
    "viewvalues": Method("d.values()"),
}

MODULES: dict[str, Module] = {
    "ConfigParser": Module(
        ("configparser",),
        names={"ConfigParser": "configparser:RawConfigParser", "SafeConfigParser": "configparser:ConfigParser"},
    ),
    "HTMLParser": Module(("html.parser",)),
    "Queue": Module(("queue",)),
    "StringIO": Module(("io",), names={"StringIO": "StringIO"}),
    "Tkinter": Module(("tkinter", "tkinter.constants")),
    "__builtin__": Module(("builtins",), names={name: row.supplied_by for name, row in BUILTINS.items()}),
    # The script gets `shims.pickle`, as it does for `pickle`.
    "cPickle": Module(("pickle",)),
    "cStringIO": Module(("io",), names={"StringIO": "StringIO"}),
    "commands": Module(("subprocess",), names={"getstatusoutput": "getstatusoutput"}),
    # Python 3 had it until 3.11; the script gets `shims.imp`.
    "imp": Module(("importlib", "importlib.util"), is_sign=False, is_gone=False),
    "thread": Module(("_thread",), "import threading"),
    # Python 3 has one, too, but what was in it is in three modules inside it; its old names are rows of `NAMES`.
    "urllib": Module(("urllib", "urllib.request", "urllib.parse", "urllib.error"), is_sign=False),
    "urllib2": Module(("urllib.request", "urllib.error", "urllib.parse")),
    "urlparse": Module(("urllib.parse",)),
}


def _renamed(module: str, *names: str, is_sign: bool = True) -> dict[str, Name]:
    """Rows of names that another module has today."""
    return {name: Name(f"{module}.{name}", f"{module}:{name}", is_sign) for name in names}


def _alias(module: str, *, is_sign: bool = True, **names: str) -> dict[str, Name]:
    """Rows of names that something else stands for, each name with that of it in a module of today."""
    prefix = "" if module == "builtins" else f"{module}."
    return {old: Name(f"{prefix}{new}", f"{module}:{new}", is_sign) for old, new in names.items()}


def _string_methods(*names: str) -> dict[str, Name]:
    """Rows of the functions of `string` that are methods of strings."""
    return {name: Name(f"text.{name}(...)", f".{name}") for name in names}


# Module -> names that Python 2's module had and today's has not.
NAMES: dict[str, dict[str, Name]] = {
    # Python 3 had them until 3.8.
    "base64": _alias("base64", is_sign=False, decodestring="decodebytes", encodestring="encodebytes"),
    # Python 3 had them until 3.9.
    "collections": _renamed(
        "collections.abc",
        "Callable", "Container", "Generator", "Hashable", "ItemsView", "Iterable", "Iterator", "KeysView", "Mapping",
        "MappingView", "MutableMapping", "MutableSequence", "MutableSet", "Sequence", "Set", "Sized", "ValuesView",
        is_sign=False,
    ),
    # Python 3 had it until 3.8.
    "fractions": {"gcd": Name("math.gcd", "math:gcd", is_sign=False)},
    # Python 3 had it until 3.10.
    "inspect": {"getargspec": Name("inspect.getfullargspec", "getargspec", is_sign=False)},
    "itertools": {
        **_alias("builtins", ifilter="filter", imap="map", izip="zip"),
        **_alias("itertools", ifilterfalse="filterfalse", izip_longest="zip_longest"),
    },
    "operator": {
        "div": Name("operator.floordiv", "pong_pg.legacy.runtime.helpers:div"),
    },
    "os": {
        # Python 3 had it until 3.6.
        "errno": Name("import errno", "errno:", is_sign=False),
        "getcwdu": Name("os.getcwd", "os:getcwd"),
    },
    "string": {
        **_string_methods(
            "capitalize", "center", "count", "find", "index", "ljust", "lower", "lstrip", "replace", "rfind", "rjust",
            "rstrip", "split", "strip", "upper", "zfill",
        ),
        **_alias("builtins", atof="float", atoi="int"),
        **_alias("string", letters="ascii_letters", lowercase="ascii_lowercase", uppercase="ascii_uppercase"),
        "join": Name("separator.join(...)", "join"),
    },
    "sys": {
        "maxint": Name("sys.maxsize", "sys:maxsize"),
        "setdefaultencoding": Name("remove the call", "nothing"),
    },
    # Python 3 had it until 3.7.
    "time": {"clock": Name("time.process_time", "time:process_time", is_sign=False)},
    "types": _alias(
        "builtins",
        BooleanType="bool", DictType="dict", FloatType="float", IntType="int", ListType="list", LongType="int",
        ObjectType="object", StringType="str", StringTypes="str", TupleType="tuple", TypeType="type",
        UnicodeType="str",
    ),
    "urllib": {
        **_renamed("urllib.request", "urlopen", "urlretrieve"),
        **_renamed("urllib.parse", "quote", "quote_plus", "unquote", "unquote_plus", "urlencode"),
    },
}  # fmt: skip

# What `read.rules` says of a module and of a name in one.
MODULE_ADVICE: dict[str, str] = {
    name: row.advice or f"import {row.modern[0]}" for name, row in MODULES.items() if row.modern[0] != name
}
NAME_ADVICE: dict[str, str] = {
    f"{module}.{name}": row.modern for module, names in NAMES.items() for name, row in names.items()
}
