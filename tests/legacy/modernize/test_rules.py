"""The rules for Python 2, Python's library, NumPy and SciPy, each in a line or two."""

from __future__ import annotations

import textwrap

import pytest

import pong_pg
from pong_pg.legacy.modernize.rules import library, numpy, python2, scipy


def modern(text: str, *, python: int | None = None) -> str:
    """Return a text after modernising; the second time, nothing changes."""
    done = pong_pg.modernize(textwrap.dedent(text), python=python)
    assert not [note for note in done.notes if note.is_open]
    assert pong_pg.modernize(done.source, python=3).source == done.source
    return done.source


PYTHON2 = [
    ("print 'a', 1,\nprint >>f, x\n", "print('a', 1, end=' ')\nprint(x, file=f)\n"),
    ("for k, v in sorted(d.iteritems()): print k\n", "for k, v in sorted(d.items()): print(k)\n"),
    (
        "k = d.keys()\nprint 1 in d.keys(), len(d.keys())\n",
        "k = list(d.keys())\nprint(1 in list(d.keys()), len(list(d.keys())))\n",
    ),
    ("print zip(range(2), map(f, x))\n", "print(list(zip(range(2), map(f, x))))\n"),
    ("print max(range(3), y), sum(range(3))\n", "print(max(list(range(3)), y), sum(range(3)))\n"),
    # NumPy makes no array of an iterator.
    ("import numpy\nprint numpy.array(map(f, x))\n", "import numpy\nprint(numpy.array(list(map(f, x))))\n"),
    ("try: pass\nexcept E, e: raise E, 'x'\n", "try: pass\nexcept E as e: raise E('x')\n"),
    ("print 0777, 10L, `x`, 1 <> 2, u'a', d.has_key(1)\n", "print(0o777, 10, repr(x), 1 != 2, 'a', 1 in d)\n"),
    ("f = lambda (a, b): a\nexec 'x'\n", "f = lambda a_b: a_b[0]\nexec('x')\n"),
    ("import cPickle\nprint cPickle.dumps(1)\n", "import pickle\nprint(pickle.dumps(1))\n"),
    ("import cPickle\nf(cPickle)\nprint 1\n", "import pickle\nf(pickle)\nprint(1)\n"),
    ("import cPickle as pickle\nprint pickle.dumps(1)\n", "import pickle\nprint(pickle.dumps(1))\n"),
    ("from itertools import izip, chain\nprint izip, chain\n", "from itertools import chain\nprint(zip, chain)\n"),
    ("import string\nprint string.join(x, '-'), string.upper(a + b)\n", "print('-'.join(x), (a + b).upper())\n"),
    ("print raw_input('?'), raw_input, input()\n", "print(input('?'), input, eval(input()))\n"),
    ("from __future__ import print_function\n\nimport os\nprint(os.sep, 5L)\n", "\nimport os\nprint(os.sep, 5)\n"),
    ("try: f()\nexcept E, e: print e.message, x.message\n", "try: f()\nexcept E as e: print(str(e), x.message)\n"),
    ("import sys\nreload(sys)\nsys.setdefaultencoding('utf8')\nprint 1\n", "print(1)\n"),
    # Tabs stay, but where they are mixed with spaces.
    ("if x:\n\tprint 1\n", "if x:\n\tprint(1)\n"),
    ("if x:\n        y = '''\n\ta'''\n\tprint 1\n", "if x:\n        y = '''\n\ta'''\n        print(1)\n"),
    # `/` between integers that are evident.
    ("print 7 / 2, 7 / 2.0, -len(x) / (1 + 2)\n", "print(7 // 2, 7 / 2.0, -len(x) // (1 + 2))\n"),
    ("for i in range(n): print i / 2\n", "for i in range(n): print(i // 2)\n"),
    ("for i, y in enumerate(x): print i / 2, y / z\n", "for i, y in enumerate(x): print(i // 2, y / z)\n"),
    ("n = 4\nn += 1\nn /= 2\nprint n / 3\n", "n = 4\nn += 1\nn //= 2\nprint(n // 3)\n"),
    (
        "class A:\n    def __init__(self, n=4): self.n = n; print self.n / 2\n",
        "class A:\n    def __init__(self, n=4): self.n = n; print(self.n // 2)\n",
    ),
    ("n = 4\nn = 4.5\nprint float(n) / 3\n", "n = 4\nn = 4.5\nprint(float(n) / 3)\n"),
    (
        "print x[n / 2], x[:n / 2], range(n / 3), int(n / 2)\n",
        "print(x[n // 2], x[:n // 2], list(range(n // 3)), int(n / 2))\n",
    ),
    ("from __future__ import division\nprint 7 / 2\n", "print(7 / 2)\n"),
    # Files of pickles.
    (
        "import pickle\nx = pickle.load(open('a'))\nprint x\n",
        "import pickle\nx = pickle.load(open('a', 'rb'), encoding='latin1')\nprint(x)\n",
    ),
    (
        "import pickle\nwith open('a', 'w') as f: pickle.dump(x, f)\nprint 1\n",
        "import pickle\nwith open('a', 'wb') as f: pickle.dump(x, f)\nprint(1)\n",
    ),
    (
        "import pickle\nf = open('a', 'rb')\nx = pickle.load(f)\nprint 1\n",
        "import pickle\nf = open('a', 'rb')\nx = pickle.load(f, encoding='latin1')\nprint(1)\n",
    ),
]


@pytest.mark.parametrize(("old", "new"), PYTHON2, ids=[old for old, _ in PYTHON2])
def test_python2(old: str, new: str) -> None:
    assert modern(old) == new


def test_a_division_that_may_be_one_of_integers_is_told_once() -> None:
    source = modern("def f(x, y):\n    print sum(x) / len(x)\n    return y / 2, x / y, len(x) / 0.5\n")
    assert source.count("# pong-pg: ") == 1
    assert source.splitlines()[1] == f"    # pong-pg: {python2._DOUBT}"


OTHERS = [
    # Names of Python 2 in Python 3; a file that is for both stays.
    ("for i in xrange(3): print(f'{i / 2}', d.iteritems())\n", "for i in range(3): print(f'{i / 2}', d.items())\n"),
    ("try:\n    range = xrange\nexcept NameError:\n    pass\nprint(f'{range}')\n", None),
    # The library.
    ("import parser, symbol, os\nprint(os.sep)\n", "import os\nprint(os.sep)\n"),
    ("import os\nprint(1)\n", None),
    ("try:\n    import imp\nexcept ImportError:\n    imp = None\nprint(imp)\n", None),
    (
        "try:\n    from time import perf_counter as clock\nexcept ImportError:\n    from time import clock\nclock()\n",
        None,
    ),
    ("import imp\nimp.reload(x)\n", "import importlib\nimportlib.reload(x)\n"),
    ("from imp import reload as again\nagain(x)\n", "from importlib import reload as again\nagain(x)\n"),
    (
        "import collections\nisinstance(f, collections.Callable)\n",
        "import collections.abc\nisinstance(f, collections.abc.Callable)\n",
    ),
    (
        "from collections import deque, Callable\nx = deque(), Callable\n",
        "from collections import deque\nfrom collections.abc import Callable\nx = deque(), Callable\n",
    ),
    (
        "from collections import (\n    Callable,\n    deque,  # why\n    Set)\nx = deque, Callable, Set\n",
        "from collections import (\n    deque)\nfrom collections.abc import Callable, Set\nx = deque, Callable, Set\n",
    ),
    (
        "from time import clock, sleep\nx = clock()\nsleep(x)\n",
        "from time import sleep\nfrom time import perf_counter\nx = perf_counter()\nsleep(x)\n",
    ),
    ("from fractions import gcd\nx = gcd(4, 6)\n", "from math import gcd\nx = gcd(4, 6)\n"),
    (
        "from distutils.version import LooseVersion\nx = LooseVersion(a) < LooseVersion('2'), LooseVersion(a) > '2'\n",
        "from packaging.version import Version\nx = Version(a) < Version('2'), Version(a) > Version('2')\n",
    ),
    (
        "from distutils.util import strtobool\nx = strtobool(a)\n",
        'x = a.lower() in ("y", "yes", "t", "true", "on", "1")\n',
    ),
    ("import clock\nfrom mine import clock\nx = clock()\n", None),
    # NumPy.
    (
        "import numpy as np\nx = np.zeros(3, dtype=np.float), np.Inf, np.product(y)\n",
        "import numpy as np\nx = np.zeros(3, dtype=float), np.inf, np.prod(y)\n",
    ),
    (
        "import numpy as np\nx = np.asscalar(a + b), np.rank(y)\n",
        "import numpy as np\nx = (a + b).item(), np.ndim(y)\n",
    ),
    ("import numpy\nx = numpy.loads(y)\n", "import pickle\nx = pickle.loads(y)\n"),
    ("from numpy import float, ones\nx = ones(3, float)\n", "from numpy import ones\nx = ones(3, float)\n"),
    (
        "import numpy as np\nnp.set_printoptions(precision=2, threshold=np.nan)\n",
        "import numpy as np\nimport sys\nnp.set_printoptions(precision=2, threshold=sys.maxsize)\n",
    ),
    (
        "import numpy as np\nx = np.histogram(y, normed=True)\n",
        "import numpy as np\nx = np.histogram(y, density=True)\n",
    ),
    (
        "import numpy as np\nx = np.fromstring(y.tostring(), np.uint8), np.fromstring(s, sep=' ')\n",
        "import numpy as np\nx = np.frombuffer(y.tobytes(), np.uint8), np.fromstring(s, sep=' ')\n",
    ),
    ("up = r < p\nx = [3, 2][up], [3, 2][r < p]\n", "up = r < p\nx = [3, 2][int(up)], [3, 2][int(r < p)]\n"),
    (
        "import matplotlib.pyplot as plt\nplt.style.use('seaborn-pastel')\n",
        "import matplotlib.pyplot as plt\nplt.style.use('seaborn-v0_8-pastel')\n",
    ),
    (
        "import numpy as np\nx = np.load('a').item()\n",
        "import numpy as np\nx = np.load('a', allow_pickle=True).item()\n",
    ),
    (
        "from PIL import Image\nx = y.resize(z, Image.ANTIALIAS)\n",
        "from PIL import Image\nx = y.resize(z, Image.LANCZOS)\n",
    ),
    ("import numpy as np\nclass A(object): pass\nx = A()\n", None),
    # SciPy.
    (
        "from scipy.misc import imread, imsave\nimsave('b', imread('a'))\n",
        "from PIL import Image\nimport numpy as np\nImage.fromarray(np.array(Image.open('a'))).save('b')\n",
    ),
    ("from scipy.misc import logsumexp\nx = logsumexp(y)\n", "from scipy.special import logsumexp\nx = logsumexp(y)\n"),
]


@pytest.mark.parametrize(("old", "new"), OTHERS, ids=[old for old, _ in OTHERS])
def test_python3(old: str, new: str | None) -> None:
    assert modern(old, python=3) == (new or old)


def test_a_file_that_may_be_python2_is_told() -> None:
    (note,) = pong_pg.modernize("for i in xrange(3):\n    print(i / 2)\n").notes
    assert "--python 2 or --python 3 says which it is" in note.text
    assert not note.is_open


def test_images_are_resized_with_pillow() -> None:
    old = "import numpy as np\nimport scipy.misc\nx = scipy.misc.imresize(f(y), (84, w), interp='nearest')\n"
    assert modern(old) == (
        "import numpy as np\nfrom PIL import Image\n"
        f"# pong-pg: {scipy._SCALED}\n"
        "x = np.array(Image.fromarray(f(y)).resize((w, 84), Image.NEAREST))\n"
    )
    assert f"# pong-pg: {scipy._SIZE[:60]}" in modern(old.replace("(84, w)", "0.5"))


@pytest.mark.parametrize(
    ("old", "line", "told"),
    [
        ("import imp\nx = imp.load_source('a', 'b')\n", 1, library._GONE["imp"]),
        ("import random, numpy as np\nx = np.array(random.sample(y, 4))\n", 2, numpy._RAGGED),
        ("import numpy as np\nx = 1\nx = np.random.random_integers(3)\n", 3, "numpy.random.random_integers is old"),
        ("import string\nprint string.join(x)\n", 2, "string.join is old"),
    ],
)
def test_what_is_not_decided_is_told_where_it_is(old: str, line: int, told: str) -> None:
    (note,) = pong_pg.modernize(old).notes
    assert told in note.text
    assert (note.line, note.is_open) == (line, False)
    assert modern(old).splitlines()[line - 1].startswith("# pong-pg: ")
