from __future__ import annotations

import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from pong_pg.errors import PongPGError
from pong_pg.legacy.modernize import percent, tidy, warned


def tidied(source: str, *, keep_imports: bool = False) -> str:
    """Tidy a text twice; the second time changes nothing, and ruff and the compiler have no complaints."""
    new = tidy.tidied(source, keep_imports=keep_imports)
    assert tidy.tidied(new, keep_imports=keep_imports) == new
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--target-version", "py310"]
    done = subprocess.run(
        [*command, "--select", tidy.CHECKED, "-"], input=new, capture_output=True, text=True, check=False, cwd="/"
    )
    assert done.returncode == 0, done.stdout
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile(new, "script.py", "exec", dont_inherit=True)
    return new


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("class A(object):\n    pass\n", "class A:\n    pass\n"),
        ("x = u'a'\n", "x = 'a'\n"),
        ("from __future__ import print_function\nprint(1)\n", "print(1)\n"),
        ("# -*- coding: utf-8 -*-\nx = 1\n", "x = 1\n"),
        ("try:\n    pass\nexcept IOError:\n    pass\n", "try:\n    pass\nexcept OSError:\n    pass\n"),
        # Each version of Python but those of today.
        (
            "import sys\nif sys.version_info[0] < 3:\n    range = list\nelse:\n    text = str\nprint(sys.path)\n",
            "import sys\ntext = str\nprint(sys.path)\n",
        ),
        # Imports without effect go, others may be there for their effect.
        ("import os\nimport gym_minigrid\nx = 1\n", "import gym_minigrid  # noqa: F401\nx = 1\n"),
        ("import os, numpy as np\nx = np.pi\n", "import numpy as np\nx = np.pi\n"),
        ("import helper\n", "import helper  # noqa: F401\n"),
        ("from . import helper\n", "from . import helper  # noqa: F401\n"),
        # A text that is executed may use them.
        ("import math\neval(input())\n", "import math  # noqa: F401\neval(input())\n"),
        ("from math import *\nx = sin(1)\n", "from math import *  # noqa: F403\nx = sin(1)  # noqa: F405\n"),
        ("def f():\n    x = 1\n", "def f():\n    x = 1  # noqa: F841\n"),
        ("x = y  # noqa: E501\n", "x = y  # noqa: E501, F821\n"),
        # The same random numbers as before.
        (
            "import numpy as np\nx = np.random.rand()\n",
            "# ruff: noqa: NPY002\nimport numpy as np\nx = np.random.rand()\n",
        ),
        (
            "#!/usr/bin/env python\na\nb\nc\nd\n",
            "#!/usr/bin/env python\n# ruff: noqa: F821\na\nb\nc\nd\n",
        ),
    ],
)
def test_it_is_written_as_today_where_that_is_the_same(old: str, new: str) -> None:
    assert tidied(old) == new


def test_a_module_keeps_what_others_import_from_it() -> None:
    assert tidied("import os\n", keep_imports=True) == "import os  # noqa: F401\n"


def test_a_last_line_without_a_line_feed_gets_its_comment_too() -> None:
    assert tidied("x = 1\nunknown") == "x = 1\nunknown  # noqa: F821"


@pytest.mark.parametrize("module", ["ruff", "subprocess"])
def test_no_module_of_the_working_directory_is_executed(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"{module}.py").write_text("open('executed', 'w')")
    monkeypatch.chdir(tmp_path)
    assert tidied("class A(object):\n    b = c\n") == "class A:\n    b = c  # noqa: F821\n"
    assert [path.name for path in tmp_path.iterdir()] == [f"{module}.py"]


def test_an_error_of_ruff_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidy, "_OPTIONS", ("check", "--no-such-option"))
    with pytest.raises(PongPGError, match="ruff failed: ") as caught:
        tidy.tidied("import os\n")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"x = '\d\n'", r"x = '\\d\n'"),
        (r"x = b'\d\u', r'\d', '\u0041'", r"x = b'\\d\\u', r'\d', '\u0041'"),
        (r"x = f'\d{1}\.', rf'\d'", r"x = f'\\d{1}\\.', rf'\d'"),
        ('x = """a\n\\d"""', 'x = """a\n\\\\d"""'),
        ("x = 1if y else 2", "x = 1 if y else 2"),
    ],
)
def test_what_the_compiler_warns_of_is_mended(old: str, new: str) -> None:
    assert warned.mended(old) == new


def test_identity_with_a_literal_and_assertions_of_tuples_are_told() -> None:
    new = warned.mended("if x is 0 or y  is  not 'a':\n    assert (x, 'no')\n    pass; assert(x, y)\n")
    lines = [line for line in new.splitlines() if not line.lstrip().startswith("#")]
    assert lines == ["if x == 0 or y  != 'a':", "    (x, 'no')", "    pass; (x, y)"]
    assert new.count("# pong-pg: ") == 3
    assert warned.mended("x is None or x is y\n") == "x is None or x is y\n"


NAMES = "import numpy as np\nn, r, s = 3, 0.5, 'a'\ndef f(x): return x.y\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("'a %d' % n", "f'a {n}'"),
        ("'%d of %i, %5d %05d %-5d| %+d' % (n, n, n, n, n, n)", "f'{n} of {n}, {n:5d} {n:05d} {n:<5d}| {n:+d}'"),
        ("'%.2f%% %g %8.3e' % (r, n, r)", "f'{r:.2f}% {n:g} {r:8.3e}'"),
        ("'%s %r %5s %-5s|' % (s, s, s, s)", "f'{s} {s!r} {s:>5} {s:5}|'"),
        ("'%s %5s' % (f(n), f(n))", "f'{f(n)!s} {f(n)!s:>5}'"),
        ("'%s' % n", "f'{n}'"),
        ("u'%s' % len(s)", "f'{len(s)}'"),
        # Not the same, or not for certain.
        ("'%d' % r", None),
        ("'%d' % f(n)", None),
        ("'%s' % f(n)", None),
        ("'%.2f' % np.mean([1])", None),
        ("'%s {}' % n", None),
        ("'%(a)d' % {'a': n}", None),
        ("'%*d' % (n, n)", None),
        ("'%.3d' % n", None),
        ("'%x' % n", None),
        ("'%d %d' % (n,)", None),
        ("'%d' % (n, n)", None),
        ("b'%d' % n", None),
        ("r'%d' % n", None),
        ("'%s' % (s,) * 2", None),
        ('"%s" % "it\'s"', None),
        # Adjacent literals, of which an f-string would be only the first.
        ('"%s" "%s" % (n, n)', None),
        ("'a' % ()", None),
    ],
)
def test_percent_becomes_an_f_string_where_it_is_the_same(old: str, new: str | None) -> None:
    assert percent.as_f_strings(f"{NAMES}print({old})\n") == f"{NAMES}print({new or old})\n"
    if new is not None:
        values = {"n": 3, "r": 0.5, "s": "a", "f": lambda x: [x]}
        assert eval(new, values) == eval(old, values)
