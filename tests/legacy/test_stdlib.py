from __future__ import annotations

import collections.abc
import pickle
import string
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from pong_pg.legacy.runtime import stdlib, stdlib_names

pytestmark = pytest.mark.any_stack


def _parameters(a: int, b: int = 1) -> int:
    return a + b


def old(name: str) -> Any:
    module = stdlib.modern_module(name)
    assert module is not None
    return module


@pytest.mark.parametrize(
    ("module", "names"),
    [
        ("Queue", "Queue Empty Full LifoQueue"),
        ("ConfigParser", "ConfigParser SafeConfigParser RawConfigParser NoSectionError"),
        ("StringIO", "StringIO"),
        ("cStringIO", "StringIO"),
        ("urllib", "urlopen urlretrieve quote unquote urlencode request parse"),
        ("urllib2", "urlopen Request HTTPError URLError build_opener"),
        ("urlparse", "urlparse urljoin parse_qs"),
        ("httplib", "HTTPConnection OK"),
        ("thread", "start_new_thread allocate_lock get_ident"),
        ("commands", "getoutput getstatusoutput"),
        ("__builtin__", "open raw_input unicode"),
        ("exceptions", "ValueError StandardError"),
        ("HTMLParser", "HTMLParser"),
        ("SocketServer", "TCPServer"),
        ("BaseHTTPServer", "HTTPServer BaseHTTPRequestHandler"),
        ("copy_reg", "pickle"),
        ("cookielib", "CookieJar"),
        ("xmlrpclib", "ServerProxy"),
        ("future_builtins", "map filter zip"),
        ("sets", "Set ImmutableSet"),
        ("md5", "md5 new"),
        ("sha", "sha new"),
        ("new", "instancemethod"),
    ],
)
def test_old_modules_have_their_names(module: str, names: str) -> None:
    for name in names.split():
        assert hasattr(old(module), name), name


@pytest.mark.parametrize("name", ["os", "queue", "numpy", "no_such_module", "itertools"])
def test_other_names_mean_what_they_say(name: str) -> None:
    assert stdlib.modern_module(name) is None


def test_a_module_is_made_once_and_travels() -> None:
    assert old("urllib") is old("urllib")
    assert pickle.loads(pickle.dumps(old("urllib"))) is old("urllib")


def test_what_was_bytes_is_taken_as_text() -> None:
    text = old("StringIO").StringIO(b"ab")
    text.seek(0, 2)
    text.write("c")
    text.write(b"d")
    assert text.getvalue() == "abcd"
    assert old("md5").new("a").hexdigest() == "0cc175b9c0f1b6a831c399e269772661"
    assert old("commands").getstatusoutput("exit 3")[0] == 3 << 8


@pytest.fixture
def _names_go_again() -> Any:
    before = {place: dict(vars(sys.modules[place])) for place in stdlib_names.MISSING if place in sys.modules}
    yield
    for place, names in before.items():
        for name in set(vars(sys.modules[place])) - set(names):
            delattr(sys.modules[place], name)


@pytest.mark.usefixtures("_names_go_again")
def test_names_that_are_gone_come_back_and_others_stay() -> None:
    kept = (time.time, string.capwords)
    stdlib.add_missing_names()
    now: Any = {
        name: sys.modules[name] for name in ("collections", "inspect", "itertools", "os", "string", "sys", "types")
    }
    assert now["collections"].Mapping is collections.abc.Mapping
    assert list(now["itertools"].izip([1], [2])) == [(1, 2)]
    assert list(now["itertools"].imap(None, [1], [2])) == [(1, 2)]
    assert now["os"].getcwdu() == str(Path.cwd())
    assert now["sys"].maxint == sys.maxsize
    assert now["types"].StringType is str
    assert now["string"].join(["a", "b"]) == "a b"
    assert now["string"].letters == string.ascii_letters
    assert "abc".translate(now["string"].maketrans("a", "x")) == "xbc"
    assert now["string"].split("a,b", ",") == ["a", "b"]
    assert now["inspect"].getargspec(_parameters).args == ["a", "b"]
    clock: Any = vars(time)["clock"]
    assert clock() <= clock()
    assert kept == (time.time, string.capwords)
