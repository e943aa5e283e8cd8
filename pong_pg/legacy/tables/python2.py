"""What Python 2 had and Python 3 no longer has: builtins, methods, modules and names in modules.

Everything that `pong-pg run` does about such a name follows from its row here:

- detection: a file of Python 3 that uses it gets it all the same, unless Python 3 had it, too (`read.python2_signs`);
- report: `modern` is what modern code says instead;
- behaviour: `supplied_by` is what the script gets (`runtime.python2_names`, `runtime.helpers`, `runtime.stdlib`).
"""

from __future__ import annotations

from pong_pg.legacy.tables.rows import Module, Name, alias, at

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

# Methods that Python 2's types had, with what modern code says; functions of these names in `runtime.helpers` stand for
# them.
METHODS: dict[str, str] = {
    "has_key": "key in d",
    "iteritems": "d.items()",
    "iterkeys": "d.keys()",
    "itervalues": "d.values()",
    "next": "next(it)",
    "viewitems": "d.items()",
    "viewkeys": "d.keys()",
    "viewvalues": "d.values()",
}
# How many arguments each takes.
ARGUMENTS = {name: int(name == "has_key") for name in METHODS}
# Classes of Python 3 have methods of this name, too.
METHODS_OF_BOTH = frozenset({"next"})

MODULES: dict[str, Module] = {
    "ConfigParser": Module(
        ("configparser",),
        names=alias("configparser", ConfigParser="RawConfigParser", SafeConfigParser="ConfigParser"),
    ),
    "HTMLParser": Module(("html.parser",)),
    "Queue": Module(("queue",)),
    "StringIO": Module(("io",), names={"StringIO": Name("io.StringIO", "StringIO")}),
    "Tkinter": Module(("tkinter", "tkinter.constants")),
    "__builtin__": Module(("builtins",), names=BUILTINS),
    # The script gets `shims.pickle`, as it does for `pickle`.
    "cPickle": Module(("pickle",)),
    "cStringIO": Module(("io",), names={"StringIO": Name("io.StringIO", "StringIO")}),
    "commands": Module(
        ("subprocess",), names={"getstatusoutput": Name("subprocess.getstatusoutput", "getstatusoutput")}
    ),
    # Python 3 had it until 3.11; the script gets `shims.imp`.
    "imp": Module(("importlib", "importlib.util")),
    "thread": Module(("_thread",), "import threading"),
    # Python 3 has one, too, but what was in it is in three modules inside it; its old names are rows of `NAMES`.
    "urllib": Module(("urllib", "urllib.request", "urllib.parse", "urllib.error")),
    "urllib2": Module(("urllib.request", "urllib.error", "urllib.parse")),
    "urlparse": Module(("urllib.parse",)),
}
# Python 3 has, or had, modules of these names, too.
MODULES_OF_BOTH = frozenset({"imp", "urllib"})


def _string_methods(*names: str) -> dict[str, Name]:
    """Rows of the functions of `string` that are methods of strings."""
    return {name: Name(f"text.{name}(...)", f".{name}") for name in names}


# Module -> names that Python 2's module had and today's has not.
NAMES: dict[str, dict[str, Name]] = {
    "base64": alias("base64", decodestring="decodebytes", encodestring="encodebytes"),
    "collections": at(
        "collections.abc",
        "Callable", "Container", "Generator", "Hashable", "ItemsView", "Iterable", "Iterator", "KeysView", "Mapping",
        "MappingView", "MutableMapping", "MutableSequence", "MutableSet", "Sequence", "Set", "Sized", "ValuesView",
    ),
    "fractions": {"gcd": Name("math.gcd", "math:gcd")},
    "inspect": {"getargspec": Name("inspect.getfullargspec", "getargspec")},
    "itertools": {
        **alias("builtins", ifilter="filter", imap="map", izip="zip"),
        **alias("itertools", ifilterfalse="filterfalse", izip_longest="zip_longest"),
    },
    "operator": {
        "div": Name("operator.floordiv", "pong_pg.legacy.runtime.helpers:div"),
    },
    "os": {
        "errno": Name("import errno", "errno:"),
        "getcwdu": Name("os.getcwd", "os:getcwd"),
    },
    "string": {
        **_string_methods(
            "capitalize", "center", "count", "find", "index", "ljust", "lower", "lstrip", "replace", "rfind", "rjust",
            "rstrip", "split", "strip", "upper", "zfill",
        ),
        **alias("builtins", atof="float", atoi="int"),
        **alias("string", letters="ascii_letters", lowercase="ascii_lowercase", uppercase="ascii_uppercase"),
        "join": Name("separator.join(...)", "join"),
    },
    "sys": {
        "maxint": Name("sys.maxsize", "sys:maxsize"),
        "setdefaultencoding": Name("remove the call", "nothing"),
    },
    "time": {"clock": Name("time.process_time", "time:process_time")},
    "types": alias(
        "builtins",
        BooleanType="bool", DictType="dict", FloatType="float", IntType="int", ListType="list", LongType="int",
        ObjectType="object", StringType="str", StringTypes="str", TupleType="tuple", TypeType="type",
        UnicodeType="str",
    ),
    "urllib": {
        **at("urllib.request", "urlopen", "urlretrieve"),
        **at("urllib.parse", "quote", "quote_plus", "unquote", "unquote_plus", "urlencode"),
    },
}  # fmt: skip
# Python 3 had the names of these modules, too, until some version.
NAMES_OF_BOTH = frozenset({"base64", "collections", "fractions", "inspect", "time"})

# What `read.rules` says of a module and of a name in one.
MODULE_ADVICE: dict[str, str] = {
    name: row.advice or f"import {row.modern[0]}" for name, row in MODULES.items() if row.modern[0] != name
}
NAME_ADVICE: dict[str, str] = {
    f"{module}.{name}": row.modern for module, names in NAMES.items() for name, row in names.items()
}
