"""Values of Python 2: divisions, and the texts of values."""

from __future__ import annotations

import pytest

from pong_pg.legacy.modernize.modernizing import modernize

pytestmark = [pytest.mark.any_stack, pytest.mark.every_python]


def modern(text: str) -> str:
    """The modern form of a file of Python 2, without what its supports bring along."""
    new = modernize(f"#!/usr/bin/python2\n{text}\n", filename="/nowhere/script.py", python=2).source
    lines = text.count("\n") + 1
    return "\n".join(new.rstrip("\n").split("\n")[-lines:])


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("x = 7 / 2", "x = 7 // 2"),
        ("x = (1 + 2) / len(l)", "x = (1 + 2) // len(l)"),
        ("x = 7 / 2.0", "x = 7 / 2.0"),
        ("x = float(a) / b", "x = float(a) / b"),
        ("x = a / b", "x = divide(a, b)"),
        ("x = (a + 1) / b", "x = divide(a + 1, b)"),
        ("x = 5\nx /= 2", "x = 5\nx //= 2"),
        ("x = 5.0\nx /= n", "x = 5.0\nx /= n"),
        ("x.y /= n", "x.y = divide_in_place(x.y, n)"),
        ("import numpy as np\nx = np.random.randn(3) / n", "import numpy as np\nx = np.random.randn(3) / n"),
        (
            "class A(object):\n    def __div__(self, other): pass",
            "class A(object):\n    def __truediv__(self, other): pass",
        ),
    ],
)
def test_divisions(old: str, new: str) -> None:
    assert modern(old) == new


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("print 'a', 1, True, None, [1.5], 'x' * 3", "print('a', 1, True, None, [1.5], 'x' * 3)"),
        ("print 2.5", "print(2.5)"),
        ("print 1.0 / 3", "print(text_of(1.0 / 3))"),
        ("print 'reward', reward", "print('reward', text_of(reward))"),
        ("print 'reward %f' % reward", "print('reward %f' % reward)"),
        ("print 'reward %d, %s' % (3, reward)", "print('reward %d, %s' % (3, text_of(reward)))"),
        ("print 'step %s' % 3", "print('step %s' % 3)"),
        ("s = 'mean: ' + str(mean)", "s = 'mean: ' + text_of(mean)"),
        ("s = str(len(x))", "s = str(len(x))"),
        ("s = '%(a)s %(b).1f' % {'a': x, 'b': y}", "s = '%(a)s %(b).1f' % {'a': text_of(x), 'b': y}"),
        ("s = '%(a)s' % options", "s = interpolate('%(a)s', options)"),
        ("s = fmt % (x, 2)", "s = interpolate(fmt, (x, 2))"),
        ("s = '{} {:.2f}'.format(x, y)", "s = '{} {:.2f}'.format(text_of(x), y)"),
        ("s = '{0} {0:5}'.format(x)", "s = format_text('{0} {0:5}', x)"),
        ("s = '{0[a]}'.format(x)", "s = format_text('{0[a]}', x)"),
        ("print [ValueError('x')]", "print(python2_text([ValueError('x')]))"),
        ("print '%r' % ValueError('x')", "print('%s' % python2_repr(ValueError('x')))"),
        ("print type(x)", "print(python2_text(type(x)))"),
        ("l = map(str, x)", None),
    ],
)
def test_texts_of_values(old: str, new: str | None) -> None:
    if new is None:
        assert "map(text_of, x)" in modern(old)
    else:
        assert modern(old) == new
