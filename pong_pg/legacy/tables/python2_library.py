"""Modules of Python 2's library that files of Python 2 get with changes, since today's behave otherwise.

They are no sign of Python 2: most of their names are modules today, too. Those that are not have a row in
`tables.python2.MODULES`, which says what modern code imports.
"""

from __future__ import annotations

# Module that a file of Python 2 imports -> the module in `shims.python2` that it gets.
SHIMS: dict[str, str] = {
    "BaseHTTPServer": "http_server",
    "ConfigParser": "config_parser",
    "HTMLParser": "html_parser",
    "SimpleHTTPServer": "http_server",
    "SocketServer": "socket_server",
    "Queue": "queue",
    "StringIO": "string_io",
    "UserDict": "user_dict",
    "anydbm": "dbm",
    "argparse": "argparse",
    "array": "array",
    "base64": "base64",
    "binascii": "binascii",
    "bisect": "bisect",
    "bz2": "bz2",
    "cPickle": "cpickle",
    "cStringIO": "cstring_io",
    "codecs": "codecs",
    "collections": "collections",
    "csv": "csv",
    "dbm": "dbm",
    "dumbdbm": "dbm",
    "gzip": "gzip",
    "hashlib": "hashlib",
    "heapq": "heapq",
    "hmac": "hmac",
    "io": "io",
    "json": "json",
    "marshal": "marshal",
    "math": "math",
    "md5": "md5",
    "optparse": "optparse",
    "os": "os",
    "os.path": "os_path",
    "pickle": "pickle",
    "pickletools": "pickletools",
    "platform": "platform",
    "random": "random",
    "re": "re",
    "sha": "sha",
    "socket": "socket",
    "string": "string",
    "strop": "string",
    "struct": "struct",
    "subprocess": "subprocess",
    "tarfile": "tarfile",
    "tempfile": "tempfile",
    "types": "types",
    "urllib": "urllib",
    "urllib2": "urllib2",
    "zipfile": "zipfile",
    "zlib": "zlib",
}

# Names of `sys` that tell a file of Python 2 of Python 2; `sys_` and the name is in `runtime.python2_version`.
OF_SYS = frozenset([
    "api_version", "getdefaultencoding", "hexversion", "platform", "subversion", "version", "version_info",
])  # fmt: skip

# Module -> functions of bytes that take and return byte strings in files of Python 2.
BYTE_FUNCTIONS: dict[str, tuple[str, ...]] = {
    "quopri": ("decodestring", "encodestring"),
    "fcntl": ("ioctl",),
    "audioop": ("add", "bias", "lin2lin", "max", "mul", "ratecv", "reverse", "rms", "tomono", "tostereo"),
}  # fmt: skip

# Class of today -> methods that it had, and those of today that do the same; "module:name" is a function instead.
METHODS: dict[str, dict[str, str]] = {
    # Until Python 3.8.
    "html.parser:HTMLParser": {"unescape": "unescape_html"},
    # In Python 2 alone.
    "http.client:HTTPMessage": {"getheader": "get"},
    # Until Python 3.8.
    "threading:Thread": {"isAlive": "is_alive"},
    # Until Python 3.11, or in Python 2 alone.
    "unittest:TestCase": {
        "assertAlmostEquals": "assertAlmostEqual", "assertDictContainsSubset": "assert_contains_subset",
        "assertEquals": "assertEqual", "assertItemsEqual": "assertCountEqual",
        "assertNotAlmostEquals": "assertNotAlmostEqual", "assertNotEquals": "assertNotEqual",
        "assertNotRegexpMatches": "assertNotRegex", "assertRaisesRegexp": "assertRaisesRegex",
        "assertRegexpMatches": "assertRegex", "assert_": "assertTrue", "failIf": "assertFalse",
        "failIfAlmostEqual": "assertNotAlmostEqual", "failIfEqual": "assertNotEqual", "failUnless": "assertTrue",
        "failUnlessAlmostEqual": "assertAlmostEqual", "failUnlessEqual": "assertEqual",
        "failUnlessRaises": "assertRaises",
    },
}  # fmt: skip

# Module and name of a callable of today, "" for the module of a method -> those of its positional arguments that it
# goes through: the first, and the first that it does not go through any more.
GO_THROUGH: dict[tuple[str, str], tuple[int, int | None]] = {
    **{("itertools", name): (0, None) for name in ("chain", "product", "zip_longest")},
    **{
        ("itertools", name): (0, 1)
        for name in (
            "combinations", "combinations_with_replacement", "compress", "cycle", "groupby", "islice", "permutations",
            "tee",
        )
    },
    **{("itertools", name): (1, 2) for name in ("dropwhile", "filterfalse", "starmap", "takewhile")},
    ("builtins", "filter"): (1, 2),
    ("builtins", "map"): (1, None),
    ("builtins", "zip"): (0, None),
    ("pong_pg.legacy.runtime.stdlib_names", "ifilter"): (1, 2),
    ("pong_pg.legacy.runtime.stdlib_names", "imap"): (1, None),
    ("_functools", "reduce"): (1, 2),
    ("functools", "reduce"): (1, 2),
    ("collections", "deque"): (0, 1),
    **{
        ("multiprocessing.pool", f"Pool.{name}"): (1, 2)
        for name in ("imap", "imap_unordered", "map", "map_async")
    },
    ("numpy", "fromiter"): (0, 1),
    ("numpy.core.multiarray", "fromiter"): (0, 1),
}  # fmt: skip
# Others that `runtime.python2_calls` stands for with functions of its own.
MAKERS = frozenset([
    ("", "from_iterable"), ("", "fromkeys"), ("collections", "Counter"), ("collections", "OrderedDict"),
    ("collections", "defaultdict"),
])  # fmt: skip
# The names that Python 2 had for them, which are those of today for most.
NAMES_THAT_GO_THROUGH = frozenset(
    ["ifilterfalse", "izip", "izip_longest"] + [name.rpartition(".")[2] for _, name in [*GO_THROUGH, *MAKERS]]
)
