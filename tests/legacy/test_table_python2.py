"""Each row of `tables.python2` is detected, reported and behaves; a row without one of these fails.

The expressions below are true in Python 2.7.18.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
from pathlib import Path
from types import ModuleType
from typing import IO, Any

import pytest
from old_files import missing_names, run

from pong_pg.legacy.install.importer import STAND_INS
from pong_pg.legacy.read.findings import find
from pong_pg.legacy.read.forms import Evidence
from pong_pg.legacy.read.source import Context, parse
from pong_pg.legacy.runtime import stdlib
from pong_pg.legacy.runtime.python2_names import PYTHON2_NAMES
from pong_pg.legacy.runtime.supplied import supplied
from pong_pg.legacy.tables import python2

BUILTINS = {
    "StandardError": "issubclass(ValueError, StandardError)",
    "apply": "apply(max, (1, 2)) == 2",
    "basestring": "isinstance('a', basestring) and isinstance(u'a', basestring) and not isinstance(1, basestring)",
    "buffer": "isinstance(buffer(bytearray('ab', *CODEC)), buffer)",
    "cmp": "(cmp(1, 2), cmp(2, 2), cmp(3, 2)) == (-1, 0, 1)",
    "coerce": "coerce(1, 2.5) == (1.0, 2.5)",
    "execfile": "execfile(os.devnull) is None",
    "file": "[isinstance(f, file) for f in [file(os.devnull)] if not f.close()] == [True]",
    "intern": "intern('a') is intern('a')",
    "long": "long('3') == 3",
    "raw_input": "callable(raw_input)",
    "reduce": "reduce(lambda a, b: a * b, [2, 3, 4]) == 24",
    "reload": "reload(os) is os",
    "unichr": "unichr(97) == 'a'",
    "unicode": "unicode(1) == '1'",
    "xrange": "list(xrange(1, 4, 2)) == [1, 3] and len(xrange(3)) == 3",
    "open": "[f.closed for f in [open(os.devnull, 'rU')] if not f.close()] == [True]",
    "format": "(format(0.1 + 0.2), format(2.5, '.2f')) == ('0.3', '2.50')",
    "hash": "hash('abc') == 1453079729188098211",
    "hex": "(hex(255), hex(2 ** 64)) == ('0xff', '0x10000000000000000L')",
    "max": "max(1, 'a', None) == 'a'",
    "min": "min(1, 'a', None) is None",
    "bytearray": "bytearray('ab')[1] == 98 and isinstance(bytearray('ab'), bytearray)",
    "bytes": "bytes is str",
    "memoryview": "len(memoryview('ab')) == 2 and isinstance(memoryview('ab'), memoryview)",
    "oct": "(oct(0), oct(8)) == ('0', '010')",
    "print": "getattr(MODERN('__builtin__'), 'print')(end='') is None",
    "repr": "repr([2 ** 64, set([1])]) == '[18446744073709551616L, set([1])]'",
    "sorted": "sorted(['b', 3, None, 1]) == [None, 1, 3, 'b'] and sorted([1, 2], lambda a, b: b - a) == [2, 1]",
    "round": "(round(2.5), round(-0.5), round(2.675, 2)) == (3.0, -1.0, 2.67)",
}

METHODS = {
    "has_key": "{1: 2}.has_key(1) and not {1: 2}.has_key(2)",
    "iteritems": "next({1: 2}.iteritems()) == (1, 2)",
    "iterkeys": "next({1: 2}.iterkeys()) == 1",
    "itervalues": "next({1: 2}.itervalues()) == 2",
    "next": "iter([5]).next() == 5",
    "viewitems": "(1, 2) in {1: 2}.viewitems()",
    "viewkeys": "{1: 2}.viewkeys() & set([1]) == set([1])",
    "viewvalues": "list({1: 2}.viewvalues()) == [2]",
}

# Names that Python 2's modules had, in today's modules or beside them.
MODULES = {
    "BaseHTTPServer": "HTTPServer BaseHTTPRequestHandler",
    "CGIHTTPServer": "CGIHTTPRequestHandler",
    "ConfigParser": "ConfigParser SafeConfigParser RawConfigParser NoSectionError",
    "Cookie": "SimpleCookie",
    "Dialog": "Dialog",
    "DocXMLRPCServer": "DocXMLRPCServer",
    "FileDialog": "FileDialog LoadFileDialog",
    "HTMLParser": "HTMLParser",
    "Queue": "Queue Empty Full LifoQueue",
    "ScrolledText": "ScrolledText",
    "SimpleDialog": "SimpleDialog",
    "SimpleHTTPServer": "SimpleHTTPRequestHandler",
    "SimpleXMLRPCServer": "SimpleXMLRPCServer",
    "SocketServer": "TCPServer",
    "StringIO": "StringIO",
    "Tkconstants": "LEFT",
    "Tkdnd": "dnd_start",
    "Tkinter": "Tk LEFT",
    "UserDict": "UserDict",
    "UserList": "UserList",
    "UserString": "UserString",
    "__builtin__": " ".join(BUILTINS),
    "anydbm": "open error",
    "cPickle": "loads dumps",
    "cStringIO": "StringIO InputType OutputType",
    "commands": "getoutput getstatusoutput",
    "cookielib": "CookieJar",
    "copy_reg": "pickle",
    "dbhash": "open",
    "dumbdbm": "open",
    "dummy_thread": "start_new_thread allocate_lock",
    "dummy_threading": "Thread Lock",
    "exceptions": "ValueError StandardError",
    "future_builtins": "map filter zip",
    "gdbm": "open",
    "htmlentitydefs": "name2codepoint",
    "httplib": "HTTPConnection OK",
    "imp": "load_source new_module reload",
    "md5": "md5 new",
    "new": "instancemethod classobj module",
    "repr": "repr Repr",
    "robotparser": "RobotFileParser",
    "sets": "Set ImmutableSet",
    "sha": "sha new",
    "thread": "start_new_thread start_new allocate_lock get_ident",
    "tkColorChooser": "askcolor",
    "tkCommonDialog": "Dialog",
    "tkFileDialog": "askopenfilename",
    "tkFont": "Font",
    "tkMessageBox": "showinfo",
    "tkSimpleDialog": "askstring",
    "ttk": "Button",
    "urllib": "urlopen urlretrieve quote unquote urlencode basejoin",
    "urllib2": "urlopen Request HTTPError URLError build_opener",
    "urlparse": "urlparse urljoin parse_qs",
    "whichdb": "whichdb",
    "xmlrpclib": "ServerProxy",
}

_STRING = "string.{0}(' aB '{1}) == ' aB '.{0}({2})"
NAMES = {
    "asyncio": {"coroutine": "asyncio.run(asyncio.coroutine(lambda x: x + 1)(1)) == 2"},
    "base64": {
        "decodestring": "base64.decodestring(bytearray('YQ==', *CODEC)) == bytearray('a', *CODEC)",
        "encodestring": "base64.encodestring(bytearray('a', *CODEC)) == bytearray('YQ==\\n', *CODEC)",
    },
    "collections": {
        "Callable": "isinstance(len, collections.Callable)",
        "Container": "isinstance([], collections.Container)",
        "Hashable": "isinstance(1, collections.Hashable)",
        "ItemsView": "issubclass(collections.ItemsView, collections.Set)",
        "Iterable": "isinstance([], collections.Iterable)",
        "Iterator": "isinstance(iter([]), collections.Iterator)",
        "KeysView": "issubclass(collections.KeysView, collections.Set)",
        "Mapping": "isinstance({}, collections.Mapping)",
        "MappingView": "issubclass(collections.KeysView, collections.MappingView)",
        "MutableMapping": "isinstance({}, collections.MutableMapping)",
        "MutableSequence": "isinstance([], collections.MutableSequence)",
        "MutableSet": "isinstance(set(), collections.MutableSet)",
        "Sequence": "isinstance((), collections.Sequence)",
        "Set": "isinstance(frozenset(), collections.Set)",
        "Sized": "isinstance([], collections.Sized)",
        "ValuesView": "issubclass(collections.ValuesView, collections.MappingView)",
        # Of Python 3 before 3.10.
        "AsyncGenerator": "issubclass(collections.AsyncGenerator, collections.AsyncIterator)",
        "AsyncIterable": "isinstance(collections.AsyncIterable, type)",
        "AsyncIterator": "issubclass(collections.AsyncIterator, collections.AsyncIterable)",
        "Awaitable": "isinstance(collections.Awaitable, type)",
        "ByteString": "issubclass(bytearray, collections.ByteString)",
        "Collection": "isinstance([], collections.Collection)",
        "Coroutine": "issubclass(collections.Coroutine, collections.Awaitable)",
        "Generator": "isinstance((i for i in []), collections.Generator)",
        "Reversible": "isinstance([], collections.Reversible)",
    },
    "contextlib": {
        "GeneratorContextManager": "contextlib.GeneratorContextManager(iter([5])).__enter__() == 5",
        "nested": "callable(contextlib.nested().__enter__) and contextlib.nested().__enter__() == ()",
    },
    "fractions": {"gcd": "fractions.gcd(12, 18) == 6"},
    "locale": {"format": "locale.format('%d', 12, grouping=False) == '12'"},
    "unittest": {"makeSuite": "unittest.makeSuite(unittest.TestCase).countTestCases() in (0, 1)"},
    "inspect": {
        "ArgSpec": "isinstance(inspect.getargspec(lambda a: a), inspect.ArgSpec)",
        "getargspec": "inspect.getargspec(lambda a, b=1, *c: a) == (['a', 'b'], 'c', None, (1,))",
    },
    "itertools": {
        "ifilter": "list(itertools.ifilter(None, [0, 1])) == [1]",
        "ifilterfalse": "list(itertools.ifilterfalse(None, [0, 1])) == [0]",
        "imap": "list(itertools.imap(None, [1], [2])) == [(1, 2)] and list(itertools.imap(abs, [-1])) == [1]",
        "izip": "list(itertools.izip([1], [2])) == [(1, 2)]",
        "izip_longest": "list(itertools.izip_longest([1], [])) == [(1, None)]",
    },
    "logging": {"_levelNames": "logging._levelNames[10] == 'DEBUG' and logging._levelNames['INFO'] == 20"},
    "operator": {
        "__div__": "operator.__div__(7, 2) == 3",
        "__idiv__": "operator.__idiv__(7, 2) == 3",
        "delslice": "[x for x in [[1, 2, 3]] if operator.delslice(x, 0, 2) is None] == [[3]]",
        "div": "(operator.div(7.0, 2), operator.div(7, 2), operator.div(-7, 2)) == (3.5, 3, -4)",
        "getslice": "operator.getslice('abcd', 1, 3) == 'bc'",
        "idiv": "operator.idiv(7, 2) == 3",
        "irepeat": "operator.irepeat([1], 2) == [1, 1]",
        "isCallable": "operator.isCallable(len)",
        "isMappingType": "operator.isMappingType({}) and not operator.isMappingType([])",
        "isNumberType": "operator.isNumberType(1.5) and not operator.isNumberType('a')",
        "isSequenceType": "operator.isSequenceType('a') and not operator.isSequenceType({})",
        "repeat": "operator.repeat('ab', 2) == 'abab'",
        "setslice": "[x for x in [[1, 2, 3]] if operator.setslice(x, 0, 2, [9]) is None] == [[9, 3]]",
        "sequenceIncludes": "operator.sequenceIncludes([1], 1)",
    },
    "os": {
        "errno": "os.errno.ENOENT == 2",
        "getcwdu": "os.getcwdu() == os.getcwd()",
        "popen2": "READ(os.popen2('echo a')) == ['a\\n']",
        "popen3": "READ(os.popen3('echo a; echo b >&2')) == ['a\\n', 'b\\n'] == READ(os.popen3(ARGV))",
        "popen4": "READ(os.popen4('echo a; echo b >&2')) == ['a\\nb\\n']",
    },
    "random": {"jumpahead": "random.jumpahead(3) is None"},
    "string": {
        "atof": "string.atof('1.5') == 1.5",
        "atoi": "string.atoi('12') == 12 and string.atoi('ff', 16) == 255",
        "atol": "string.atol('12') == 12",
        "center": _STRING.format("center", ", 8", "8"),
        "count": _STRING.format("count", ", 'a'", "'a'"),
        "find": _STRING.format("find", ", 'B'", "'B'"),
        "index": _STRING.format("index", ", 'B'", "'B'"),
        "join": "string.join(['a', 'b']) == 'a b' and string.join(['a', 'b'], '-') == 'a-b'",
        "joinfields": "string.joinfields(['a', 'b'], '-') == 'a-b'",
        "letters": "string.letters[:3] == 'abc' and string.letters[-1] == 'Z'",
        "ljust": _STRING.format("ljust", ", 8", "8"),
        "lowercase": "string.lowercase[:3] == 'abc'",
        "maketrans": "'abc'.translate(string.maketrans('a', 'x')) == 'xbc'",
        "replace": _STRING.format("replace", ", 'a', 'c'", "'a', 'c'"),
        "rfind": _STRING.format("rfind", ", ' '", "' '"),
        "rindex": _STRING.format("rindex", ", ' '", "' '"),
        "rjust": _STRING.format("rjust", ", 8", "8"),
        "rsplit": "string.rsplit('a,b,c', ',', 1) == ['a,b', 'c']",
        "split": "string.split('a,b', ',') == ['a', 'b'] and string.split(' a  b ') == ['a', 'b']",
        "splitfields": "string.splitfields('a,b', ',') == ['a', 'b']",
        "translate": "string.translate('abc', string.maketrans('a', 'x')) == 'xbc'",
        "uppercase": "string.uppercase[:3] == 'ABC'",
        "zfill": "string.zfill('7', 3) == '007'",
        **{
            name: _STRING.format(name, "", "")
            for name in ("capitalize", "expandtabs", "lower", "lstrip", "rstrip", "strip", "swapcase", "upper")
        },
    },
    "sys": {
        "exc_clear": "sys.exc_clear() is None",
        "getcheckinterval": "sys.getcheckinterval() == 100",
        "long_info": "sys.long_info.bits_per_digit > 0",
        "py3kwarning": "sys.py3kwarning is False",
        "maxint": "sys.maxint == sys.maxsize",
        "setcheckinterval": "sys.setcheckinterval(100) is None",
        "setdefaultencoding": "reload(__import__('sys')).setdefaultencoding('utf-8') is None",
    },
    "threading": {
        **{
            f"_{name}": f"isinstance(threading._{name}({arguments}), threading._{name})"
            for name, arguments in {
                "BoundedSemaphore": "",
                "Condition": "",
                "Event": "",
                "Semaphore": "",
                "Timer": "1, len",
            }.items()
        },
        "_RLock": "threading._RLock().acquire()",
        "_sleep": "threading._sleep(0) is None",
        "_time": "threading._time() > 0",
    },
    # Processor time: 50 ms of sleep take next to none.
    "time": {"clock": "[time.clock() - t < 0.04 for t in [time.clock()] if not time.sleep(0.05)] == [True]"},
    "types": {
        "BooleanType": "isinstance(True, types.BooleanType)",
        "BufferType": "types.BufferType is buffer",
        "ClassType": "isinstance(types.ClassType('A', (), {}), types.ClassType)",
        "ComplexType": "isinstance(1j, types.ComplexType)",
        "DictProxyType": "isinstance(type.__dict__, types.DictProxyType)",
        "DictType": "isinstance({}, types.DictType)",
        "DictionaryType": "isinstance({}, types.DictionaryType)",
        "FileType": "[isinstance(f, types.FileType) for f in [open(os.devnull)] if not f.close()] == [True]",
        "FloatType": "isinstance(1.5, types.FloatType)",
        "InstanceType": "isinstance(types.ClassType('A', (), {})(), types.InstanceType)",
        "IntType": "isinstance(1, types.IntType)",
        "ListType": "isinstance([], types.ListType)",
        "LongType": "isinstance(10L, types.LongType)",
        "ObjectType": "isinstance(1, types.ObjectType)",
        "SliceType": "isinstance(slice(1), types.SliceType)",
        "StringType": "isinstance('a', types.StringType)",
        "StringTypes": "isinstance('a', types.StringTypes) and isinstance(u'a', types.StringTypes)",
        "TupleType": "isinstance((), types.TupleType)",
        "TypeType": "isinstance(int, types.TypeType)",
        "UnboundMethodType": "isinstance(os._Environ.copy, types.UnboundMethodType)",
        "UnicodeType": "isinstance(u'a', types.UnicodeType)",
        "XRangeType": "isinstance(xrange(1), types.XRangeType)",
    },
    "urllib": {
        "ContentTooShortError": "issubclass(urllib.ContentTooShortError, IOError)",
        "basejoin": "urllib.basejoin('http://a/b', 'c') == 'http://a/c'",
        "getproxies": "isinstance(urllib.getproxies(), dict)",
        "pathname2url": "urllib.pathname2url('/a b') == '/a%20b'",
        "quote": "urllib.quote('a b') == 'a%20b'",
        "quote_plus": "urllib.quote_plus('a b') == 'a+b'",
        "unquote": "urllib.unquote('a%20b') == 'a b'",
        "unquote_plus": "urllib.unquote_plus('a+b') == 'a b'",
        "url2pathname": "urllib.url2pathname('/a%20b') == '/a b'",
        "urlcleanup": "urllib.urlcleanup() is None",
        "urlencode": "urllib.urlencode({'a': 'b c'}) == 'a=b+c'",
        "urlopen": "len([f for f in [urllib.urlopen('file://' + os.devnull)] if not f.close()]) == 1",
        "urlretrieve": "len(urllib.urlretrieve('file://' + os.path.abspath(os.__file__))) == 2",
    },
}
_CALLS = {"has_key": "d.has_key(1)", **{name: f"d.{name}()" for name in python2.METHODS if name != "has_key"}}
ALL_NAMES = [(module, name) for module, rows in python2.NAMES.items() for name in rows]


def is_noticed(text: str, file: str = "a.py") -> bool:
    """Whether a file of Python 3 is found to use a name of Python 2, which makes it no Python 2."""
    parsed = parse(file, f"{text}\n".encode())
    assert not parsed.python2
    return bool(parsed.old_names)


def reported(text: str) -> dict[str, str]:
    parsed = parse("a.py", f"{text}\n".encode(), Context(python2=True))
    return {finding.old: finding.new for finding in find("a.py", parsed, Evidence())}


def read(pipes: tuple[IO[str], ...]) -> list[str]:
    """Close the first of several pipes, read and close the others."""
    texts = [pipe.read() for pipe in pipes[1:]]
    for pipe in pipes:
        pipe.close()
    return texts


def holds(expression: str, **modules: ModuleType) -> bool:
    """Evaluate an expression in a file of Python 2; `bytearray('a', *CODEC)` is Python 2's `bytearray('a')`."""
    argv = ["sh", "-c", "echo a; echo b >&2"]
    names: dict[str, Any] = {
        "os": os,
        "CODEC": ("ascii",),
        "READ": read,
        "ARGV": argv,
        "MODERN": stdlib.modern_module,
        **modules,
    }
    return bool(run(f"x = {expression}\n", python2=True, **names)["x"])


def test_every_row_has_an_example() -> None:
    # The function is only seen in files with `from __future__ import print_function`; see tests/originals.
    assert BUILTINS.keys() | {"print"} == python2.BUILTINS.keys() | python2.CHANGED_BUILTINS.keys()
    assert METHODS.keys() == python2.METHODS.keys()
    assert MODULES.keys() == python2.MODULES.keys()
    assert {module: rows.keys() for module, rows in NAMES.items()} == {
        module: rows.keys() for module, rows in python2.NAMES.items()
    }


@pytest.mark.parametrize("name", BUILTINS)
def test_a_builtin(name: str) -> None:
    row = python2.BUILTINS.get(name)
    assert is_noticed(f"x = {name}") == (row is not None and row.is_sign)
    assert reported(f"x = {name}").get(name) == (row.modern if row else None)
    assert holds(BUILTINS[name])


@pytest.mark.parametrize("name", python2.METHODS)
def test_a_method(name: str) -> None:
    row = python2.METHODS[name]
    assert is_noticed(_CALLS[name]) == row.is_sign
    assert reported(_CALLS[name])[f".{name}()"] == row.modern
    assert holds(METHODS[name])


@pytest.mark.parametrize("name", python2.MODULES)
def test_a_module_is_detected_and_reported(name: str) -> None:
    row = python2.MODULES[name]
    both = {f"import {name}": f"import {name}", f"from {name} import anything": f"from {name} import ..."}
    for text, old in both.items():
        assert is_noticed(text) == row.is_sign
        if name == "urllib":
            # Python 3 has one, too: what is reported is the names in it.
            assert old not in reported(text)
        else:
            assert reported(text)[old]


@pytest.mark.parametrize("name", python2.MODULES)
def test_a_module_has_its_names(name: str) -> None:
    for modern in python2.MODULES[name].modern:
        # Not every Python comes with tkinter or dbm.gnu.
        pytest.importorskip(modern, exc_type=ImportError)
    module = stdlib.modern_module(name)
    if module is None:
        assert not python2.MODULES[name].is_gone
        assert importlib.util.find_spec(name) is not None
        return
    for attribute in MODULES[name].split():
        assert hasattr(module, attribute), attribute


def test_the_module_of_builtins_has_those_that_files_have() -> None:
    module = stdlib.modern_module("__builtin__")
    assert {name: getattr(module, name) for name in (*BUILTINS, "print")} == PYTHON2_NAMES


def test_cpickle_is_the_shim_of_pickle() -> None:
    assert STAND_INS["cPickle"] == STAND_INS["pickle"]


@pytest.mark.parametrize(("module", "name"), ALL_NAMES, ids=[".".join(both) for both in ALL_NAMES])
def test_a_name_in_a_module_is_detected_and_reported(module: str, name: str) -> None:
    row = python2.NAMES[module][name]
    for text in (f"import {module}\n{module}.{name}", f"from {module} import {name}"):
        assert is_noticed(text) == row.is_sign
        assert reported(text)[f"{module}.{name}"] == row.modern


# Nobody waits for the commands of `os.popen2`.
@pytest.mark.filterwarnings("ignore:subprocess:ResourceWarning")
# Python 3.10 still has it.
@pytest.mark.filterwarnings("ignore:inspect.getargspec:DeprecationWarning")
# Some are there on older Pythons, which say that they will go.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(("module", "name"), ALL_NAMES, ids=[".".join(both) for both in ALL_NAMES])
def test_a_name_in_a_module_behaves(module: str, name: str) -> None:
    with missing_names():
        found = stdlib.modern_module(module) or importlib.import_module(module)
        if name == "ByteString" and not hasattr(found, name):
            pytest.skip("gone from Python 3.14")
        assert holds(NAMES[module][name], **{module: found})


def test_what_this_python_has_not_is_left_out() -> None:
    with pytest.raises(AttributeError):
        supplied("collections.abc:NoSuchName", {})


@pytest.mark.parametrize("text", ["import commands\n", "from commands import run\n", "import string\nstring.letters\n"])
def test_a_module_of_the_scripts_own_is_no_sign(tmp_path: Path, text: str) -> None:
    script = str(tmp_path / "script.py")
    assert is_noticed(text, script)
    name = text.split()[1]
    (tmp_path / f"{name}.py").write_text("")
    assert not is_noticed(text, script)
    (tmp_path / f"{name}.py").unlink()
    (tmp_path / name).mkdir()
    assert is_noticed(text, script)
    (tmp_path / name / "__init__.py").write_text("")
    assert not is_noticed(text, script)
