"""The standard library of Python 2: modules, names in them, files, bytes and random numbers."""

from __future__ import annotations

import pytest

from pong_pg.legacy.modernize.modernizing import modernize

pytestmark = pytest.mark.every_python


def modern(text: str, python: int = 2) -> str:
    """The modern form of a file, without the functions that it gets."""
    head = "#!/usr/bin/python2\n" if python == 2 else ""
    new = modernize(f"{head}{text}\n", filename="/nowhere/script.py", python=python).source.removeprefix(head)
    parts = new.rstrip("\n").split("\n\n\n")
    return parts[0] if len(parts) == 1 else f"{parts[0]}\n{parts[-1]}"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("import cPickle as pickle\npickle", "import pickle\npickle"),
        ("import cPickle\ncPickle.HIGHEST_PROTOCOL", "import pickle\npickle.HIGHEST_PROTOCOL"),
        ("import Queue\nq = Queue.Queue()", "import queue\nq = queue.Queue()"),
        ("import Queue\nqueue = Queue.Queue()", "import queue as Queue\nqueue = Queue.Queue()"),
        ("import os, Queue\nos, Queue.Empty", "import os, queue\nos, queue.Empty"),
        ("import urllib2\nurllib2.URLError", "import urllib.error\nurllib.error.URLError"),
        ("import urllib\nurllib.urlencode(x)", "import urllib.parse\nurllib.parse.urlencode(x)"),
        (
            "from urllib2 import HTTPError, Request",
            "from urllib.error import HTTPError\nfrom urllib.request import Request",
        ),
        ("from StringIO import StringIO", "from io import StringIO"),
        ("def f():\n    import cPickle as p", "def f():\n    import pickle as p"),
        ("try:\n    import cPickle as pickle\nexcept ImportError:\n    import pickle", "import pickle"),
        ("import sys\nsys.platform in ('linux2', 'cygwin')", "import sys\nsys.platform in ('linux', 'cygwin')"),
        ("from sys import platform as p\nn = {'linux2': 1}[p]", "from sys import platform as p\nn = {'linux': 1}[p]"),
        ("name = 'linux2'", "name = 'linux2'"),
        ("import string\nstring.letters", "import string\nstring.ascii_letters"),
        ("import string\nx = string.join(a, ',')", "x = ','.join(a)"),
        ("import string\nx = string.upper(a + b)", "x = (a + b).upper()"),
        ("from itertools import izip\nfor a, b in izip(c, d): pass", "for a, b in zip(c, d): pass"),
        ("import os\nx = os.getcwdu()", "import os\nx = os.getcwd()"),
        ("import sys\nreload(sys)\nsys.setdefaultencoding('utf-8')\nsys", "import sys\nsys"),
        ("import types\nisinstance(x, types.StringType)", "isinstance(x, str)"),
        ("import md5\nx = md5.new('a').hexdigest()", "import hashlib\nx = hashlib.md5(b'a').hexdigest()"),
        ("from contextlib import nested\nwith nested(a, b) as (c, d): pass", "with a as c, b as d: pass"),
    ],
)
def test_modules_and_names(old: str, new: str) -> None:
    assert modern(old) == new


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("import collections\nx = collections.Mapping", "import collections.abc\nx = collections.abc.Mapping"),
        ("import time\nx = time.clock()", "import time\nx = time.process_time()"),
        ("import fractions\nx = fractions.gcd(4, 6)", "import math\nx = math.gcd(4, 6)"),
        ("import inspect\nx = inspect.getargspec(f).args", "import inspect\nx = inspect.getfullargspec(f).args"),
        ("import json\nx = json.loads(t, encoding='utf-8')", "import json\nx = json.loads(t)"),
        ("import xml.etree.cElementTree as ET", "import xml.etree.ElementTree as ET"),
        ("import threading\nt.isAlive()", "import threading\nt.is_alive()"),
        ("for i in xrange(2): pass\nx = it.next()", "for i in range(2): pass\nx = next(it)"),
        ("import cgi\nx = cgi.escape(t)", "import html\n\nx = html.escape(t, quote=False)"),
        ("import unittest\nclass A(unittest.TestCase):\n    def test(self):\n        self.assertEquals(1, 1)",
         "import unittest\nclass A(unittest.TestCase):\n    def test(self):\n        self.assertEqual(1, 1)"),
        ("import asyncio\n@asyncio.coroutine\ndef f():\n    yield from g()",
         "import asyncio\nasync def f():\n    await g()"),
    ],
)  # fmt: skip
def test_names_of_python_3(old: str, new: str) -> None:
    assert modern(old, python=3) == new


@pytest.mark.parametrize(
    "text",
    [
        "import queue, urllib.request, pickle\nfrom collections.abc import Mapping\n",
        "import random\nrandom.seed('a')\nx = random.choice([1, 2])\n",
        "try:\n    import simplejson as json\nexcept ImportError:\n    import json\n",
        "with open('a', 'rb') as f:\n    x = f.read()\n",
        "import pickle\npickle.load(open('a', 'rb'))\n",
        "import hashlib\nx = hashlib.md5(y).hexdigest()\n",
        "t.warn('a')\nt.getName()\nt.isAlive()\n",
        "for i in range(2): pass\nx = it.next()\n",
    ],
)
def test_modern_code_is_untouched(text: str) -> None:
    assert modernize(text, filename="/nowhere/script.py", python=3).source == text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("random.randint(1, 6)", "1 + int(random.random() * 6)"),
        ("random.randrange(4)", "int(random.random() * 4)"),
        ("random.choice(l)", "python2_choice(random, l)"),
        ("random.shuffle(l)", "python2_shuffle(random, l)"),
        ("random.random()", "random.random()"),
        ("random.uniform(0, 1)", "random.uniform(0, 1)"),
    ],
)
def test_random_numbers_after_a_seed(old: str, new: str) -> None:
    assert modern(f"import random\nrandom.seed(1)\nx = {old}").endswith(f"\nx = {new}")
    assert modern(f"import random\nx = {old}").endswith(f"\nx = {old}")


def test_seeds_that_are_no_integers() -> None:
    assert modern("import random\nrandom.seed('a')").endswith("random.seed(python2_seed('a'))")
    assert modern("import random\nfor i in range(3): random.seed(i)").endswith("random.seed(i)")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("x = pickle.load(open('a'))", "x = pickle.load(open('a', \"rb\"), encoding=\"latin1\")"),
        ("pickle.dump(x, open('a', 'w'))", "pickle.dump(x, open('a', 'wb'))"),
        ("f = open('a', 'wb')\nw = csv.writer(f)", "f = open('a', 'w', newline=\"\")\nw = csv.writer(f)"),
        ("for l in open('a', 'rU'): print l", "for l in open('a', 'r'): print(l)"),
        ("f = open('a', 'w', 0)\nf.write('x\\n')", "f = open('a', 'w', 1)\nf.write('x\\n')"),
        ("f = open('a', 'w', 0)\nf.write('x')",
         "f = io.TextIOWrapper(open('a', 'wb', 0), write_through=True)\nf.write('x')"),
        ("f = open('a', 'wb')\nf.write('%d' % x)", "f = open('a', 'w')\nf.write('%d' % x)"),
        ("x = struct.unpack('I', open('a').read(4))", "x = struct.unpack('I', open('a', \"rb\").read(4))"),
        ("for l in gzip.open('a'): f(l)", "for l in gzip.open('a', \"rt\", newline=\"\\n\"): f(l)"),
        ("x = zlib.decompress(zlib.compress(y))[0]",
         "x = zlib.decompress(zlib.compress(as_bytes(y))).decode(\"latin-1\")[0]"),
        ("x = base64.b64encode('a')", "x = base64.b64encode(b'a').decode()"),
        ("x = 'a'.encode('hex')", "x = binascii.hexlify(b'a').decode()"),
        ("x = zlib.crc32('a') & 0xffffffff", "x = zlib.crc32(b'a') & 0xffffffff"),
        ("x = zlib.crc32('a')", "x = signed_32(zlib.crc32(b'a'))"),
        ("x = subprocess.check_output(['a'])", "x = subprocess.check_output(['a'], text=True)"),
        ("json.dump(x, f, indent=2)", "json.dump(x, f, indent=2, separators=(\", \", \": \"))"),
    ],
)  # fmt: skip
def test_files_and_bytes(old: str, new: str) -> None:
    head = "import base64, binascii, csv, gzip, json, pickle, struct, subprocess, zlib\n"
    assert modern(head + old).endswith(f"\n{new}")


def test_what_is_read_piece_by_piece_stays_bytes() -> None:
    text = "import pickle, socket\nbuf = ''\nwhile len(buf) < n:\n    buf += s.recv(4)\nx = pickle.loads(buf)"
    assert modern(text) == text.replace("''", "b''").replace("loads(buf)", 'loads(buf, encoding="latin1")')


@pytest.mark.parametrize(
    "place",
    [
        "print len('\u00e9')", "x = '\u00e9'.upper()", "x = '%5s' % ('\u00e9',)", "t = '\u00e9'\nx = t[0]",
        "for c in '\u00e9': print c",
    ],
)  # fmt: skip
def test_single_bytes_of_letters_are_told(place: str) -> None:
    assert "# pong-pg: letters beyond ASCII" in modern(f"# coding: utf-8\n{place}")
    assert "# pong-pg: letters" not in modern(f"# coding: utf-8\n{place}".replace("'\u00e9'", "u'\u00e9'"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("x = t.encode('ascii', 'ignore')", "x = t.encode('ascii', 'ignore').decode(\"ascii\")"),
        ("print t.encode('utf-8', 'ignore') + ''", "print(t + '')"),
        ("print len(t.encode('utf-8'))", "print(len(t.encode('utf-8')))"),
    ],
)
def test_encoded_texts(old: str, new: str) -> None:
    assert modern(old).endswith(new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("x = re.split('a*', t)", "x = split_at_matches('a*', t)"),
        ("x = urllib.urlopen('a')", "x = urllib.request.urlopen(Path('a').absolute().as_uri())"),
        ("for p in ConfigParser.ConfigParser, : p()",
         'for p in functools.partial(configparser.ConfigParser, inline_comment_prefixes=(";",), strict=False), : p()'),
        ("x = t.decode('string_escape')", "x = decode_escapes(t)"),
        ("x = t.encode('uu')", "x = codecs.encode(as_bytes(t), \"uu\").decode(\"latin-1\")"),
        ("x = urllib2.Request(u, 'a=1')", "x = urllib.request.Request(u, b'a=1')"),
        ("x = urllib2.urlopen(u, d).read()", "x = urllib.request.urlopen(u, as_bytes(d)).read().decode()"),
        ("x = urllib.quote(t, '')\ny = '~'", "x = urllib.parse.quote(t, '')\ny = '~'"),
        ("x = urllib.quote(t) + '~'", "x = urllib.parse.quote(t).replace(\"~\", \"%7E\") + '~'"),
        ("s = StringIO('a')\ns.write(x)\nn = s.len", "n = len(s.getvalue())"),
        ("f = open('a')\nf.seek(-9, 2)\nt = f.read().split()",
         "f = open('a', \"rb\")\nf.seek(-9, 2)\nt = f.read().decode(\"latin-1\").split()"),
        ("t = open('a').read()\nn = len(t)", "t = open('a').read()\nn = len(t)"),
        ("base64.encode(open('a'), open('b', 'w'))", "base64.encode(open('a', \"rb\"), open('b', 'wb'))"),
        ("t = open('a').read().decode('utf-8') + '\\xe9'",
         "t = as_bytes(open('a', encoding=\"latin-1\").read()).decode('utf-8') + '\\xe9'"),
    ],
)  # fmt: skip
def test_texts_and_bytes(old: str, new: str) -> None:
    head = "import base64, codecs, re, urllib, urllib2, ConfigParser\nfrom StringIO import StringIO\n"
    assert modern(head + old).endswith(f"\n{new}")


@pytest.mark.parametrize(
    ("old", "comment"),
    [
        ("f.seek(-9, 2)", "can only seek from their beginning"),
        ("import re\nprint re.escape('a')", "get a backslash"),
        ("f = open('a')\nprint f.softspace", "softspace"),
        ("f = open('a', 'w')\nf.write(u'\\u20ac')", "UnicodeEncodeError"),
        ("pickle.dump(x, open('a', 'w'))\nprint open('a').read()", "pickles are not the bytes"),
        ("x = hashlib.md5(pickle.dumps(y)).hexdigest()", "the text of a pickle"),
        ("a = 1; f = open('a', 'r'); f.write('')", "not writable"),
    ],
)
def test_what_differs_is_told(old: str, comment: str) -> None:
    assert f"{comment}" in " ".join(
        line for line in modern(f"import hashlib, pickle\n{old}").splitlines() if line.startswith("# pong-pg: ")
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("m = map", "m = lambda *given: list(map(*given))"),
        ("f(zip, [1])", "f(lambda *given: list(zip(*given)), [1])"),
        ("m = map if x else None", "m = (lambda *given: list(map(*given))) if x else None"),
        ("class A:\n    pairs = zip", "class A:\n    pairs = staticmethod(lambda *given: list(zip(*given)))"),
        ("y = f is map", "y = f is map"),
        ("for i in range(3): pass", "for i in range(3): pass"),
    ],
)
def test_builtins_as_values_give_lists(old: str, new: str) -> None:
    assert modern(old) == new
