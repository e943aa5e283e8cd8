"""What a Python 2 program executes and evaluates is Python 2; what is expected here is what Python 2.7.18 prints."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from old_files import run

from pong_pg.legacy.compile.compiled import compile_python3_text, compile_text, tree_of
from pong_pg.legacy.read.source import parse
from pong_pg.legacy.runtime import python2_helpers

pytestmark = [pytest.mark.any_stack, pytest.mark.every_python]

PART = "def g(n): return [x / 2 for x in xrange(n)]\nz = unicode(long(7)), cmp(1, 2)\nprint z[1]\n"
FUTURE = "from __future__ import division, print_function, unicode_literals\n"


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("exec 'print 7 / 2, xrange(3)[1]'\n", "3 1\n"),
        ("ns = {}\nexec 'y = 7 / 2' in ns\nprint ns['y'], sorted(set(ns) - set(['__builtins__']))\n", "3 ['y']\n"),
        ("ns, local = {}, {}\nexec 'f = lambda n: xrange(n)[-1] / 2' in ns, local\nprint local.keys(), local['f'](6)\n",
         "['f'] 2\n"),
        ("def f():\n    exec 'print unichr(65), reduce(max, [1, 2])'\nf()\n", "A 2\n"),
        ("exec(compile('print xrange(3)[2] / 2, `1`', 'there.py', 'exec'))\n", "1 1\n"),
        ("exec compile('xrange(3)[2] / 2', 'there.py', 'single')\n", "1\n"),
        ("print eval(compile('[r / 2 for r in xrange(3)]', 'there.py', 'eval'))\n", "[0, 0, 1]\n"),
        ("print eval('xrange(3)[1] / 2, `1`, 1 <> 2, 010, 5L == 5')\n", "(0, '1', True, 8, True)\n"),
        ("print eval(' \\tunicode(1) # one'), eval('n + 7 / 2', {'n': 1}), eval('()')\n", "1 4 ()\n"),
        ("print eval('lambda (a, b): a / b')((7, 2)), eval(b'7 / 2, 1')\n", "3 (3, 1)\n"),
        ("xrange = lambda n: 'mine'\nexec 'print xrange(3)'\nprint eval('xrange(3)')\n", "mine\nmine\n"),
        (FUTURE + "exec('print(7 / 2, \"b\", sep=\"-\")')\n", "3.5-b\n"),
        (FUTURE + "print(eval('7 / 2'), eval('len(\"\\\\u00e9\")'))\n", "3.5 1\n"),
        (FUTURE + "exec(compile('print(7 / 2), 1', 's', 'exec'))\n", "3.5\n"),
        (FUTURE + "exec(compile('print(7 / 2), 1', 's', 'exec', 0, 1))\n", "3 1\n"),
        ("print len(eval(\"'\\\\u00e9'\"))\n", "6\n"),
        ("import ast\nprint isinstance(compile('x', 's', 'eval', ast.PyCF_ONLY_AST), ast.Expression)\n", "True\n"),
        ("print eval((lambda: 3).__code__)\n", "3\n"),
    ],
)  # fmt: skip
def test_what_is_executed_and_evaluated_is_python_2(text: str, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(text, python2=True)
    assert capsys.readouterr().out == output


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("execfile(part)\nprint g(4), z[0] == '7'\n", "-1\n[0, 0, 1, 1] True\n"),
        ("ns = {}\nexecfile(part, ns)\nprint ns['g'](4), ns['z'][1]\n", "-1\n[0, 0, 1, 1] -1\n"),
        ("ns, local = {}, {}\nexecfile(part, ns, local)\nprint sorted(local), local['g'](4)\n",
         "-1\n['g', 'z'] [0, 0, 1, 1]\n"),
        ("def f():\n    execfile(part)\n    return sorted(set(locals()) - set(['part']))\nprint f()\n",
         "-1\n['g', 'z']\n"),
        ("f = open(part)\nexec f\nf.close()\nprint g(2)\n", "-1\n[0, 0]\n"),
        ("from __future__ import division\nexecfile(part)\nprint g(2)\n", "-1\n[0.0, 0.5]\n"),
    ],
)  # fmt: skip
def test_execfile_runs_python_2_with_its_names(
    tmp_path: Path, text: str, output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "part.py").write_text(PART)
    run(text, python2=True, part=str(tmp_path / "part.py"))
    assert capsys.readouterr().out == output


@pytest.mark.parametrize(
    "text",
    [
        "eval('print 1')", "eval('x = 1')", "eval('1 +')", "eval('')", "eval('# 1')", "eval('1; 2')", "eval('1)\\n(2')",
        "exec 'x = = 1'",
        "exec compile('x = = 1', 's', 'exec')", "execfile(part)",
    ],
)  # fmt: skip
def test_what_is_no_python_is_a_syntax_error_that_a_script_can_catch(tmp_path: Path, text: str) -> None:
    (tmp_path / "part.py").write_text("x = 1\nx = = 1\n")
    names = run(
        f"try:\n    {text}\nexcept SyntaxError, error:\n    line = error.lineno\n",
        python2=True,
        part=str(tmp_path / "part.py"),
    )
    assert names["line"] == (2 if "file" in text else 1)


@pytest.mark.parametrize("text", ["execfile(part)\n", "exec PART\n", "exec PART in globals()\n"])
def test_functions_of_executed_code_travel_with_the_names_they_use(tmp_path: Path, text: str) -> None:
    cloudpickle = pytest.importorskip("cloudpickle")
    (tmp_path / "part.py").write_text(PART)
    names = run(text, python2=True, part=str(tmp_path / "part.py"), PART=PART)
    assert cloudpickle.loads(cloudpickle.dumps(names["g"]))(4) == [0, 0, 1, 1]


def test_files_in_another_encoding_can_be_executed(tmp_path: Path) -> None:
    (tmp_path / "part.py").write_bytes(b"# coding: latin-1\nx = u'\xe9'\n")
    names = run("f = open(part)\nexec f.read()\nf.close()\n", python2=True, part=str(tmp_path / "part.py"))
    assert names["x"] == "é"


def test_a_loop_compiles_its_expression_once() -> None:
    python2_helpers._compile_text.cache_clear()
    run("for n in range(50):\n    eval('n / 2')\n", python2=True)
    assert python2_helpers._compile_text.cache_info().misses == 1


def test_python_3_in_a_python_2_program_stays_python_3() -> None:
    namespace: dict[str, Any] = {}
    exec(compile_text("x = f'{7 / 2}'"), namespace)
    assert namespace["x"] == "3.5"
    assert "__pong_pg__" not in namespace


def test_the_docstring_and_imports_from_the_future_stay_first() -> None:
    text = b'"""Text."""\nfrom __future__ import division\nx = xrange(3)\n'
    parsed = parse("a.py", text)
    before = len(parsed.tree.body)
    tree = tree_of(parsed)
    assert [type(node).__name__ for node in tree.body] == ["Expr", "ImportFrom", "Expr", "Assign"]
    assert len(parsed.tree.body) == before
    names = run(text.decode())
    assert names["__doc__"] == "Text."
    assert list(names["x"]) == [0, 1, 2]


@pytest.mark.parametrize(
    ("text", "mode", "is_compiled"),
    [
        ("[1, -2.5, {'a': (b.c, None)}]", "eval", False),
        ("1 +", "eval", False),
        ("x = 1", "eval", False),
        ("f(1)) + (2", "eval", False),
        ("f(1)\n+2", "eval", False),
        ("f(x) for x in y", "eval", False),
        ("x := f(1)", "eval", False),
        ("print 1", "exec", False),
        ("", "eval", False),
        (" f(1)", "eval", True),
        ("x = 1\n", "exec", True),
        ("x = '\u00e9'\n", "exec", True),
        ("# coding: latin-1\nx = '\u00e9'\n", "exec", False),
    ],
)
def test_text_that_python_3_executes_is_rewritten_where_that_may_matter(
    text: str, mode: str, is_compiled: bool
) -> None:
    assert (compile_python3_text(text, mode) is not None) is is_compiled
