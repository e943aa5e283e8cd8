"""What Python 2 had and Python 3 no longer has: builtins, methods, modules and names in modules.

Everything that `pong-pg run` does about such a name follows from its row here:

- detection: a file that uses a row with `is_sign` is taken for Python 2 (`read.python2_signs`);
- report: `modern` is what modern code says instead (`read.python2` for builtins and methods, `MODULE_ADVICE` and
  `NAME_ADVICE` for the rest);
- behaviour: `supplied_by` is what the script gets (`runtime.python2_names`, `runtime.python2_helpers`,
  `runtime.stdlib`).

`supplied_by` is one of

- ``"module:name"``, as `pkgutil.resolve_name` takes it: something that today's Python has under another name;
- ``".name"``: a function that calls this method of its first argument, as those of Python 2's module `string` did;
- ``"name"``: a function or class of `runtime.python2_names` for builtins, of `runtime.stdlib_names` or
  `runtime.default_encoding` for other names.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Name:
    """A builtin of Python 2, or a name in one of its modules.

    Attributes:
        modern: what modern code says instead.
        supplied_by: what the script gets for it; see the module's docstring.
        is_sign: no Python 3 ever had it, so a file that uses it without a guard is taken for Python 2.
    """

    modern: str
    supplied_by: str
    is_sign: bool = True


@dataclass(frozen=True)
class Method:
    """A method that Python 2's types had; the function of the same name in `runtime.python2_helpers` stands for it.

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


BUILTINS: dict[str, Name] = {
    "StandardError": Name("Exception", "StandardError"),
    "apply": Name("f(*args)", "apply"),
    "basestring": Name("str", "basestring"),
    "buffer": Name("memoryview", "buffer"),
    "cmp": Name("(a > b) - (a < b)", "cmp"),
    "coerce": Name("nothing: arithmetic converts its operands", "coerce"),
    "execfile": Name("exec(open(...).read())", "execfile"),
    "file": Name("open", "file"),
    "intern": Name("sys.intern", "sys:intern"),
    "long": Name("int", "long"),
    "raw_input": Name("input", "raw_input"),
    "reduce": Name("functools.reduce", "functools:reduce"),
    "reload": Name("importlib.reload", "reload"),
    "unichr": Name("chr", "builtins:chr"),
    "unicode": Name("str", "builtins:str"),
    "xrange": Name("range", "xrange"),
}

# Builtins that Python 3 has, too, but that do something else there. They are no sign of Python 2, and a program that
# works as it did needs no advice, so the only thing to say of them is what supplies them.
CHANGED_BUILTINS: dict[str, str] = {
    "bytearray": "bytearray", "bytes": "builtins:str", "format": "formatted", "hash": "hash", "hex": "hex",
    "max": "greatest", "memoryview": "memoryview", "min": "least", "oct": "oct", "open": "opened",
    "print": "print_function", "repr": "repr_of", "round": "round", "sorted": "sorted",
}  # fmt: skip

# Builtins that gave lists, and give iterators today.
GIVE_LISTS = frozenset(["filter", "map", "range", "zip"])

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
    "BaseHTTPServer": Module(("http.server",)),
    "CGIHTTPServer": Module(("http.server",)),
    "ConfigParser": Module(
        ("configparser",),
        names={"ConfigParser": "configparser:RawConfigParser", "SafeConfigParser": "configparser:ConfigParser"},
    ),
    "Cookie": Module(("http.cookies",)),
    "Dialog": Module(("tkinter.dialog",)),
    "DocXMLRPCServer": Module(("xmlrpc.server",)),
    "FileDialog": Module(("tkinter.filedialog",)),
    "HTMLParser": Module(("html.parser",)),
    "Queue": Module(("queue",)),
    "ScrolledText": Module(("tkinter.scrolledtext",)),
    "SimpleDialog": Module(("tkinter.simpledialog",)),
    "SimpleHTTPServer": Module(("http.server",)),
    "SimpleXMLRPCServer": Module(("xmlrpc.server",)),
    "SocketServer": Module(("socketserver",)),
    "StringIO": Module(("io",), names={"StringIO": "StringIO"}),
    "Tkconstants": Module(("tkinter.constants",)),
    "Tkdnd": Module(("tkinter.dnd",)),
    "Tkinter": Module(("tkinter", "tkinter.constants")),
    "UserDict": Module(("collections",)),
    "UserList": Module(("collections",)),
    "UserString": Module(("collections",)),
    "__builtin__": Module(
        ("builtins",),
        names={**{name: row.supplied_by for name, row in BUILTINS.items()}, **CHANGED_BUILTINS},
    ),
    "anydbm": Module(("dbm",)),
    # The script gets `shims.pickle`, as it does for `pickle`.
    "cPickle": Module(("pickle",)),
    "cStringIO": Module(("io",), names=dict.fromkeys(("InputType", "OutputType", "StringIO"), "StringIO")),
    "commands": Module(("subprocess",), names={"getstatusoutput": "getstatusoutput"}),
    "cookielib": Module(("http.cookiejar",)),
    "copy_reg": Module(("copyreg",)),
    "dbhash": Module(("dbm",)),
    "dumbdbm": Module(("dbm.dumb",)),
    "dummy_thread": Module(("_thread",), "import threading"),
    # Python 3 had it until 3.8.
    "dummy_threading": Module(("threading",), is_sign=False),
    "exceptions": Module(("builtins",), "no import: exceptions are builtins", names={"StandardError": "StandardError"}),
    "future_builtins": Module(("builtins",), "no import: they are builtins"),
    "gdbm": Module(("dbm.gnu",)),
    "htmlentitydefs": Module(("html.entities",)),
    "httplib": Module(("http.client",)),
    # Python 3 had it until 3.11.
    "imp": Module(
        ("importlib", "importlib.util"),
        names={"load_source": "load_source", "new_module": "new_module"},
        is_sign=False,
        is_gone=False,
    ),
    "md5": Module(("hashlib",), names={"md5": "md5", "new": "md5"}),
    "new": Module(
        ("types",),
        names={
            "classobj": "builtins:type",
            "code": "types:CodeType",
            "function": "types:FunctionType",
            "instance": "new_instance",
            "instancemethod": "instancemethod",
            "module": "types:ModuleType",
        },
    ),
    "repr": Module(("reprlib",)),
    "robotparser": Module(("urllib.robotparser",)),
    "sets": Module(
        ("builtins",), "set and frozenset", names={"ImmutableSet": "builtins:frozenset", "Set": "builtins:set"}
    ),
    "sha": Module(("hashlib",), names={"new": "sha", "sha": "sha"}),
    "thread": Module(
        ("_thread",),
        "import threading",
        names={"start_new": "start_new_thread", "start_new_thread": "start_new_thread"},
    ),
    "tkColorChooser": Module(("tkinter.colorchooser",)),
    "tkCommonDialog": Module(("tkinter.commondialog",)),
    "tkFileDialog": Module(("tkinter.filedialog",)),
    "tkFont": Module(("tkinter.font",)),
    "tkMessageBox": Module(("tkinter.messagebox",)),
    "tkSimpleDialog": Module(("tkinter.simpledialog",)),
    "ttk": Module(("tkinter.ttk",)),
    # Python 3 has one, too, but what was in it is in three modules inside it; its old names are rows of `NAMES`.
    "urllib": Module(("urllib", "urllib.request", "urllib.parse", "urllib.error"), is_sign=False),
    "urllib2": Module(("urllib.request", "urllib.error", "urllib.parse")),
    "urlparse": Module(("urllib.parse",)),
    "whichdb": Module(("dbm",)),
    "xmlrpclib": Module(("xmlrpc.client",)),
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
    # Python 3 had it until 3.10.
    "asyncio": {"coroutine": Name("async def", "coroutine", is_sign=False)},
    # Python 3 had them until 3.8.
    "base64": _alias("base64", is_sign=False, decodestring="decodebytes", encodestring="encodebytes"),
    # Python 3 had them until 3.9.
    "collections": _renamed(
        "collections.abc",
        "AsyncGenerator", "AsyncIterable", "AsyncIterator", "Awaitable", "ByteString", "Callable", "Collection",
        "Container", "Coroutine", "Generator", "Hashable", "ItemsView", "Iterable", "Iterator", "KeysView", "Mapping",
        "MappingView", "MutableMapping", "MutableSequence", "MutableSet", "Reversible", "Sequence", "Set", "Sized",
        "ValuesView",
        is_sign=False,
    ),
    "contextlib": {
        "GeneratorContextManager": Name("contextlib.contextmanager", "GeneratorContextManager"),
        "nested": Name("with a, b:", "nested"),
    },
    # Python 3 had it until 3.8.
    "fractions": {"gcd": Name("math.gcd", "math:gcd", is_sign=False)},
    # Python 3 had it until 3.11.
    "locale": {"format": Name("locale.format_string", "locale:format_string", is_sign=False)},
    # Python 3 had it until 3.12.
    "unittest": {
        "makeSuite": Name(
            "unittest.defaultTestLoader.loadTestsFromTestCase",
            "unittest:defaultTestLoader.loadTestsFromTestCase",
            is_sign=False,
        )
    },
    # Python 3 had them until 3.10.
    "inspect": {
        "ArgSpec": Name("inspect.FullArgSpec", "ArgSpec", is_sign=False),
        "getargspec": Name("inspect.getfullargspec", "getargspec", is_sign=False),
    },
    "itertools": {
        "ifilter": Name("filter", "ifilter"),
        "ifilterfalse": Name("itertools.filterfalse", "itertools:filterfalse"),
        "imap": Name("map", "imap"),
        "izip": Name("zip", "builtins:zip"),
        "izip_longest": Name("itertools.zip_longest", "itertools:zip_longest"),
    },
    "logging": {"_levelNames": Name("logging.getLevelName", "LEVEL_NAMES", is_sign=False)},
    "operator": {
        **_alias("operator", sequenceIncludes="contains"),
        **dict.fromkeys(("__div__", "div"), Name("operator.floordiv", "pong_pg.legacy.runtime.helpers:div")),
        **dict.fromkeys(("__idiv__", "idiv"), Name("operator.ifloordiv", "pong_pg.legacy.runtime.helpers:idiv")),
        "delslice": Name("del a[b:c]", "delslice"),
        "getslice": Name("a[b:c]", "getslice"),
        "irepeat": Name("operator.imul", "irepeat"),
        "isCallable": Name("callable", "builtins:callable"),
        "isMappingType": Name("isinstance(a, collections.abc.Mapping)", "is_mapping"),
        "isNumberType": Name("isinstance(a, numbers.Number)", "is_number"),
        "isSequenceType": Name("isinstance(a, collections.abc.Sequence)", "is_sequence"),
        "repeat": Name("operator.mul", "repeat"),
        "setslice": Name("a[b:c] = d", "setslice"),
    },
    "os": {
        # Python 3 had it until 3.6.
        "errno": Name("import errno", "errno:", is_sign=False),
        "getcwdu": Name("os.getcwd", "os:getcwd"),
        "popen2": Name("subprocess.Popen", "popen2"),
        "popen3": Name("subprocess.Popen", "popen3"),
        "popen4": Name("subprocess.Popen", "popen4"),
    },
    "random": {"jumpahead": Name("remove the call", "nothing")},
    "string": {
        **_string_methods(
            "capitalize", "center", "count", "expandtabs", "find", "index", "ljust", "lower", "lstrip", "replace",
            "rfind", "rindex", "rjust", "rsplit", "rstrip", "split", "strip", "swapcase", "upper", "zfill",
        ),
        "atof": Name("float", "builtins:float"),
        "atoi": Name("int", "builtins:int"),
        "atol": Name("int", "builtins:int"),
        "join": Name("separator.join(...)", "join"),
        "joinfields": Name("separator.join(...)", "join"),
        "letters": Name("string.ascii_letters", "string:ascii_letters"),
        "lowercase": Name("string.ascii_lowercase", "string:ascii_lowercase"),
        "maketrans": Name("str.maketrans", "maketrans"),
        "splitfields": Name("text.split(...)", ".split"),
        "translate": Name("text.translate(...)", "translate"),
        "uppercase": Name("string.ascii_uppercase", "string:ascii_uppercase"),
    },
    "sys": {
        "exc_clear": Name("remove the call", "nothing"),
        # Python 3 had them until 3.8.
        "getcheckinterval": Name("sys.getswitchinterval", "getcheckinterval", is_sign=False),
        "setcheckinterval": Name("sys.setswitchinterval", "setcheckinterval", is_sign=False),
        "long_info": Name("sys.int_info", "sys:int_info"),
        "py3kwarning": Name("remove it", "FALSE"),
        "maxint": Name("sys.maxsize", "sys:maxsize"),
        "setdefaultencoding": Name("remove the call", "setdefaultencoding"),
    },
    # What `import threading` brought along, and Python 3.2 still did.
    "threading": {
        **_alias("time", is_sign=False, _sleep="sleep", _time="time"),
        **_alias(
            "threading", is_sign=False,
            _BoundedSemaphore="BoundedSemaphore", _Condition="Condition", _Event="Event", _RLock="RLock",
            _Semaphore="Semaphore", _Timer="Timer",
        ),
    },
    # Python 3 had it until 3.7.
    "time": {"clock": Name("time.process_time", "time:process_time", is_sign=False)},
    "types": {
        **_alias(
            "builtins",
            BooleanType="bool", ClassType="type", ComplexType="complex", DictType="dict",
            DictionaryType="dict", FloatType="float", InstanceType="object", IntType="int", ListType="list",
            LongType="int", ObjectType="object", SliceType="slice", StringType="str", TupleType="tuple",
            TypeType="type", UnicodeType="str", XRangeType="range",
        ),
        **_alias("types", DictProxyType="MappingProxyType", UnboundMethodType="FunctionType"),
        "BufferType": Name("memoryview", "pong_pg.legacy.runtime.python2_buffers:buffer"),
        "FileType": Name("io.IOBase", "io:IOBase"),
        "StringTypes": Name("str", "STRING_TYPES"),
    },
    "urllib": {
        **_renamed(
            "urllib.request",
            "getproxies", "pathname2url", "url2pathname", "urlcleanup", "urlopen", "urlretrieve",
        ),
        **_renamed("urllib.parse", "quote", "quote_plus", "unquote", "unquote_plus", "urlencode"),
        **_renamed("urllib.error", "ContentTooShortError"),
        "basejoin": Name("urllib.parse.urljoin", "urllib.parse:urljoin"),
    },
}  # fmt: skip

# What `read.rules` says of a module and of a name in one.
MODULE_ADVICE: dict[str, str] = {
    name: row.advice or f"import {row.modern[0]}" for name, row in MODULES.items() if row.modern[0] != name
}
NAME_ADVICE: dict[str, str] = {
    f"{module}.{name}": row.modern for module, names in NAMES.items() for name, row in names.items()
}
