"""Draws small Python 2 programs: arithmetic, strings, containers, scopes, print forms, classes and exceptions.

Every statement is in a `try` that prints the name of the exception, so that errors are compared as well; their texts
are not, since those of the interpreter itself are other sentences today.
"""

from __future__ import annotations

import hashlib
import random
from pathlib import Path
from typing import Any

# The programs of the seeds from 0 on that are recorded: a line with the digest of its output for each.
COUNT = 1000
RECORD = Path(__file__).with_name("programs.txt")

_INTEGERS = (
    "0",
    "1",
    "2",
    "-1",
    "-3",
    "7",
    "10",
    "100",
    "255",
    "017",
    "0x1f",
    "0b101",
    "-7",
    "sys.maxint",
    "12L",
    "0L",
)
_FLOATS = ("0.0", "1.0", "0.5", "-2.5", "0.1", "1e3", "1e16", "1e-5", "3.14159265358979", "-0.0", "1e22", "2.675")
_STRINGS = ("''", "'a'", "'b'", "'abc'", '"it\'s"', "'Pong'", "'x y  z'", r"'tab\t'", r"'\x41\101'", "'10'", "r'\\d'")
_NAMES = ("a", "b", "c", "d", "e", "x", "n")
_KINDS = ("integer", "number", "string", "list", "tuple", "dict", "set", "truth")
_ANY = (*_KINDS, "integer", "number", "string")


class _Writer:
    """Writes expressions and statements.

    Args:
        seed: of every choice.
    """

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.kinds: dict[str, str] = {}

    def pick(self, *choices: Any) -> Any:
        return self.random.choice(choices)

    def chance(self, one_in: int) -> bool:
        return self.random.randrange(one_in) == 0

    def many(self, kind: str, depth: int, least: int = 0, most: int = 3) -> str:
        return ", ".join(self.expression(kind, depth) for _ in range(self.random.randint(least, most)))

    def expression(self, kind: str, depth: int) -> str:
        """Return an expression of a kind, at most so deep; now and then of another kind, for the exceptions."""
        if kind == "any" or (kind != "keys" and self.chance(25)):
            # Between parentheses, since `7.upper()` is no expression.
            return f"({self.expression(self.pick(*_ANY), depth)})"
        of_kind = [name for name, its in self.kinds.items() if its == kind]
        if of_kind and self.chance(3):
            return str(self.pick(*of_kind))
        return str(getattr(self, f"_{kind}")(depth - 1))

    def _integer(self, depth: int) -> str:
        if depth < 0:
            return str(self.pick(*_INTEGERS))
        one, two = self.expression("integer", depth), self.expression("integer", depth)
        text, items = self.expression("string", depth), self.expression("list", depth)
        return str(
            self.pick(
                f"({one} {self.pick('+', '-', '*', '/', '//', '%', '&', '|', '^')} {two})",
                f"({one} {self.pick('/', '%', '//')} {two})",
                f"({one} ** {self.pick('0', '1', '2', '3')})",
                f"({one} {self.pick('<<', '>>')} {self.pick('0', '1', '3', '40')})",
                f"(-{one})",
                f"(~{one})",
                f"abs({one})",
                f"int({self.expression('number', depth)})",
                f"long({one})",
                f"int({self.pick(repr('12'), repr(' -7 '), repr('0x1f'), text)}{self.pick('', ', 16', ', 0')})",
                f"len({self.pick(text, items)})",
                f"cmp({self.expression('any', depth)}, {self.expression('any', depth)})",
                f"{text}.{self.pick('count', 'find', 'rfind', 'index')}({self.expression('string', depth)})",
                f"{items}.{self.pick('count', 'index')}({one})",
                f"sum({items})",
                f"divmod({one}, {two})[{self.pick('0', '1')}]",
                f"reduce(lambda p, q: p + q, {items}, {one})",
                f"ord({text}[:1])",
                f"hash({one})",
                f"({one} if {self.expression('truth', depth)} else {two})",
                f"coerce({one}, {two})[0]",
                f"apply(max, ({one}, {two}))",
                f"eval('{self.pick('7/2', '-7/2', '1 <> 2', '0777', '3L', '5%3')}')",
            )
        )

    def _number(self, depth: int) -> str:
        if depth < 0:
            return str(self.pick(*_FLOATS))
        one, two = self.expression("number", depth), self.expression(self.pick("integer", "number"), depth)
        return str(
            self.pick(
                f"({one} {self.pick('+', '-', '*', '/', '//', '%')} {two})",
                f"float({self.pick(two, repr('2.5'), repr('1e3'))})",
                f"round({one}{self.pick('', ', 1', ', 2', ', -1')})",
                f"abs({one})",
                f"math.{self.pick('floor', 'ceil', 'sqrt', 'fabs')}({one})",
                f"{self.pick('min', 'max')}({one}, {two})",
                f"({one} ** {self.pick('0', '1', '2', '0.5', '-1')})",
                f"complex({one}, {two}).{self.pick('real', 'imag')}",
            )
        )

    def _string(self, depth: int) -> str:
        if depth < 0:
            return str(self.pick(*_STRINGS))
        one, two = self.expression("string", depth), self.expression("string", depth)
        number, anything = self.expression("number", depth), self.expression("any", depth)
        integer, items = self.expression("integer", depth), self.expression("list", depth)
        return str(
            self.pick(
                f"({one} + {two})",
                f"({one} * {self.pick('0', '2', '3')})",
                f"{one}[{self.pick('', '0', '1', '-2')}:{self.pick('', '2', '-1')}{self.pick('', ':2', ':-1')}]",
                f"{one}[{self.pick('0', '-1', '5')}]",
                f"{one}.{self.pick('upper', 'lower', 'strip', 'title', 'swapcase', 'capitalize')}()",
                f"{one}.replace({two}, {self.pick(*_STRINGS)})",
                f"{one}.{self.pick('ljust', 'rjust', 'center', 'zfill')}({self.pick('5', '8')})",
                f"{two}.join({self.pick(f'map(str, {items})', f'list({one})', f'sorted({one})')})",
                f"('%{self.pick('s', 'r', '5s', '-5s|')}' % ({anything},))",
                f"('%{self.pick('d', '5d', '05d', 'x', 'o', 'i', '+d')}' % {integer})",
                f"('%{self.pick('f', '.2f', 'g', 'e', '8.3f', 's', 'r', '.3g')}' % {number})",
                f"('%s-%s' % ({anything}, {number}))",
                f"('%(k)s' % {{'k': {anything}}})",
                f"'{{0}} {{1}}'.format({integer}, {number})",
                f"'{{:{self.pick('.2f', '8.3f', 'g', '', 'e')}}}'.format({number})",
                f"str({anything})",
                f"repr({anything})",
                f"`{anything}`",
                f"{self.pick('hex', 'oct', 'bin')}({integer})",
                f"chr({self.pick('65', '97', '48')})",
                f"filter(lambda p: p {self.pick('<', '>', '<>')} 'b', {one})",
                f"max({one}, {two})",
                f"type({anything}).__name__",
                f"{one}.encode('{self.pick('hex', 'rot13', 'base64')}')",
                f"string.{self.pick('upper', 'lower', 'strip', 'capwords')}({one})",
            )
        )

    def _list(self, depth: int) -> str:
        kind = self.pick("integer", "integer", "number", "string", "any")
        if depth < 0:
            return f"[{self.many(kind, 0)}]"
        one, two = self.expression("list", depth), self.expression("list", depth)
        anything, text = self.expression("any", depth), self.expression("string", depth)
        mapping = self.expression("dict", depth)
        name = self.pick(*_NAMES)
        order = self.pick("", ", reverse=True", ", cmp=lambda p, q: cmp(q, p)")
        return str(
            self.pick(
                f"[{self.many(kind, depth)}]",
                f"({one} + {two})",
                f"({one} * 2)",
                f"range({self.pick('3', '1, 6, 2', '5, 0, -2', '0')})",
                f"{one}[{self.pick('', '1', '-2')}:{self.pick('', '2', '-1')}{self.pick('', ':2', ':-1')}]",
                f"sorted({self.pick(one, text, mapping)}{order})",
                f"sorted({one} + {two}, key=lambda p: {self.pick('str(p)', '-len(repr(p))', 'p')})",
                f"map({self.pick('str', 'repr', 'None', 'lambda p: p * 2', 'type')}, {one})",
                f"map({self.pick('None', 'lambda p, q: (q, p)')}, {one}, {two})",
                f"filter({self.pick('None', 'lambda p: p > 1', 'bool')}, {one})",
                f"zip({one}, {text})",
                f"list({self.pick(text, self.expression('tuple', depth), self.expression('set', depth), mapping)})",
                f"{mapping}.{self.pick('keys', 'values', 'items')}()",
                f"list({mapping}.{self.pick('iterkeys', 'itervalues', 'iteritems')}())",
                f"[{name} {self.pick('', '* 2', 'if True else 0')} for {name} in {self.pick(one, text)}]",
                f"[(p, q) for p in {one} for q in {two} if p {self.pick('<', '<>', '==')} q]",
                f"list({name} for {name} in {one} if {name})",
                f"{text}.split({self.pick('', repr(' '), repr('a'))})",
                f"list(enumerate({one}))",
                f"list(reversed({one}))",
                f"list(itertools.{self.pick('izip', 'imap')}({self.pick('None, ', '')}{one}, {two}))",
                f"({self.expression('truth', depth)} and {one} or {two})",
                f"[{anything}]",
            )
        )

    def _keys(self, depth: int) -> str:
        """Return a list whose elements have the same hash in every process, unlike None and types."""
        kind = self.pick("integer", "string", "number")
        return str(self.pick(f"[{self.many(kind, depth, 0, 6)}]", f"range({self.pick('3', '8', '20')})"))

    def _tuple(self, depth: int) -> str:
        return str(
            self.pick(
                f"({self.expression('any', depth)},)",
                f"({self.expression('any', depth)}, {self.expression('any', depth)})",
                f"tuple({self.expression('list', depth)})",
                f"divmod({self.expression('integer', depth)}, {self.expression('number', depth)})",
                f"{self.expression('string', depth)}.partition({self.pick(*_STRINGS)})",
            )
        )

    def _dict(self, depth: int) -> str:
        key = self.pick("integer", "string", "string")
        pairs = ", ".join(
            f"{self.expression(key, depth)}: {self.expression('any', depth)}" for _ in range(self.random.randint(0, 6))
        )
        return str(
            self.pick(
                f"{{{pairs}}}",
                f"{{{pairs}}}",
                f"dict({self.pick('b=1, a=2', 'zeta=0, alpha=1, mu=2')})",
                f"dict(zip({self.expression('string', depth)}, range(9)))",
                f"dict((p, str(p)) for p in {self.expression('keys', depth)})",
                f"{{p: p for p in {self.expression('string', depth)}}}",
                f"dict.fromkeys({self.expression('keys', depth)})",
            )
        )

    def _set(self, depth: int) -> str:
        one, two = self.expression("keys", depth), self.expression("keys", depth)
        return str(
            self.pick(
                f"set({self.expression(self.pick('keys', 'string'), depth)})",
                f"{{{self.many(self.pick('integer', 'string'), depth, 1, 5)}}}",
                f"(set({one}) {self.pick('|', '&', '-')} set({two}))",
                f"frozenset({self.expression('string', depth)})",
            )
        )

    def _truth(self, depth: int) -> str:
        if depth < 0:
            return str(self.pick("True", "False", "None"))
        one, two = self.expression("any", depth), self.expression("any", depth)
        return str(
            self.pick(
                f"({one} {self.pick('<', '>', '<=', '>=', '==', '!=', '<>')} {two})",
                f"({one} {self.pick('<', '>=')} {two} {self.pick('<', '<>')} {self.expression('any', depth)})",
                f"(not {one})",
                f"({self.expression('integer', depth)} {self.pick('in', 'not in')} {self.expression('list', depth)})",
                f"{self.expression('dict', depth)}.has_key({self.expression('string', depth)})",
                f"isinstance({one}, {self.pick('int', 'long', 'str', 'basestring', '(int, float)', 'list', 'dict')})",
                f"bool({one})",
                f"({one} is None)",
                f"callable({self.pick('len', '3')})",
                f"{self.pick('any', 'all')}({self.expression('list', depth)})",
            )
        )

    def statement(self, depth: int) -> list[str]:
        """Return the lines of a statement."""
        write = self.pick(
            self._assign, self._assign, self._print, self._print, self._print, self._loop, self._function, self._class,
            self._update, self._raise, self._execute,
        )  # fmt: skip
        return list(write(depth))

    def _assign(self, depth: int) -> list[str]:
        kind, name = self.pick(*_KINDS), self.pick(*_NAMES)
        value = self.expression(kind, depth)
        self.kinds[name] = kind
        return [f"{name} = {value}"]

    def _update(self, depth: int) -> list[str]:
        if not self.kinds:
            return ["pass"]
        name = self.pick(*self.kinds)
        kind = self.kinds[name]
        index = self.pick("0", "-1", "1:2", "::2")
        update = self.pick("+=", "-=", "*=", "/=", "//=", "%=", "|=")
        lines = {
            "integer": [f"{name} {update} {self.expression(kind, depth)}"],
            "number": [f"{name} {self.pick('+=', '/=', '*=')} {self.expression('number', depth)}"],
            "string": [f"{name} += {self.expression('string', depth)}"],
            "list": [
                self.pick(
                    f"{name}.append({self.expression('any', depth)})",
                    f"{name}.sort()",
                    f"{name}.sort(lambda p, q: cmp(str(q), str(p)))",
                    f"{name}.reverse()",
                    f"{name}[{index}] = {self.expression('list', depth)}",
                    f"{name}[0] += {self.expression('integer', depth)}",
                    f"{name}[-1] /= {self.expression('integer', depth)}",
                    f"del {name}[{index}]",
                )
            ],
            "dict": [
                self.pick(
                    f"{name}[{self.expression('string', depth)}] = {self.expression('any', depth)}",
                    f"{name}.update({self.expression('dict', depth)})",
                    f"print {name}.setdefault({self.expression('string', depth)}, 5)",
                    f"print {name}.popitem()",
                )
            ],
            "set": [f"{name}.add({self.expression('integer', depth)})"],
        }
        return [*lines.get(kind, [f"{name} = {name}"]), f"print {name}"]

    def _print(self, depth: int) -> list[str]:
        one, two = self.expression("any", depth), self.expression("any", depth)
        return list(
            self.pick(
                [f"print {one}"],
                [f"print {one}, {two}"],
                [f"print ({one}, {two})"],
                [f"print {one},", f"print {two}"],
                [f"print >>sys.stdout, {one}"],
                ["print"],
                [f"print 'value', {one}, '%s' % ({two},)"],
                [f"print [{one}, {two}]"],
                [f"sys.stdout.write(str({one}) + '\\n')"],
            )
        )

    def _loop(self, depth: int) -> list[str]:
        name, values = self.pick(*_NAMES), self.expression(self.pick("list", "string", "dict", "set", "tuple"), depth)
        self.kinds.pop(name, None)
        body = self.pick(f"print {name},", f"print {name}", f"n = {name}", f"print `{name}`, {name} * 2")
        end = self.pick([], ["else:", "    print 'done'"], ["print"])
        return [f"for {name} in {values}:", f"    {body}", *end, f"print {name}"]

    def _function(self, depth: int) -> list[str]:
        parameters = self.pick("p, q=2", "(p, q), r=1", "*p", "p=1, **q", "p, q=3, *r")
        arguments = self.pick("1, 2", "(1, 2)", "3", "*(4, 5)", "p=(7, 8)", "'s', q=1", "")
        body = self.pick("p / 2", "[p for p in range(3)]", "(p, q)", "sorted(locals())", "cmp(p, q)", "p")
        inner = self.expression("any", depth)
        return [f"def f({parameters}):", f"    z = {inner}", f"    return {body}, z", f"print f({arguments})"]

    def _class(self, depth: int) -> list[str]:
        base = self.pick("", "(object)", "()")
        method = self.pick(
            "__cmp__(self, other): return cmp(self.v, getattr(other, 'v', other))",
            "__nonzero__(self): return self.v > 1",
            "__div__(self, other): return ('div', other)",
            "__str__(self): return 'T' + str(self.v)",
            "__repr__(self): return 'R' + repr(self.v)",
            "__len__(self): return 2",
            "__getitem__(self, i): return range(3)[i]",
            "__getslice__(self, i, j): return (i, j)",
            "__getattr__(self, name): return name",
            "__hash__(self): return 3",
        )
        # Without __cmp__, the order of instances is that of their addresses.
        own: tuple[str, ...] = ("t < C(2)", "min(C(5), C(4)).v", "cmp(t, C(1))") if "__cmp__" in method else ()
        if "__getitem__" in method:
            own = ("t[1]", "t[0:2]", "list(t)")
        if "__getslice__" in method:
            own = ("t[0:2]", "t[1:]")
        if "__len__" in method:
            own = ("len(t)", "bool(t)")
        if "__getattr__" in method:
            # An old-style class finds its special methods so, too.
            base, own = "(object)", ("t.missing", "getattr(t, 'v')")
        use = self.pick(
            "t == C(1)", "bool(t)", "t / 2", "sorted([C(3), C(1)], key=lambda p: p.v)[0].v",
            "{t: 1}.has_key(t)", "str(t)[:2]", "isinstance(t, C)", "C.__name__", "t.missing", "(t and 1) == 1", "[t.v]",
            *own,
        )  # fmt: skip
        value = self.expression("integer", depth)
        return [
            f"class C{base}:",
            "    w = [q for q in range(2)]",
            f"    def __init__(self, v={value}): self.v = v",
            f"    def {method}",
            "t = C(1)",
            f"print {use}, C().v, C.w",
        ]

    def _raise(self, depth: int) -> list[str]:
        kind = self.pick("ValueError", "KeyError", "StandardError", "IndexError", "Exception")
        text = self.pick("'bad'", "'bad', 3", "")
        form = self.pick(f"{kind}({text})", f"{kind}, 'worse'", f"{kind}, ({text or 1})", kind)
        shown = self.pick("e.args", "str(e)", "repr(e)", "e.message", "type(e).__name__", "e")
        caught = self.pick(kind, "Exception", "(TypeError, StandardError)")
        last = self.pick([], ["finally:", "    print 'finally'"], ["else:", "    print 'else'"])
        value = self.expression("any", depth)
        return [f"z = {value}", "try:", f"    raise {form}", f"except {caught}, e:", f"    print {shown}, z", *last]

    def _execute(self, depth: int) -> list[str]:
        value = self.expression("integer", depth).replace("'", '"')
        return list(
            self.pick(
                [f"exec 'm = {value}'", "print m"],
                [f"exec 'm = {value}' in {{'math': math, 'sys': sys}}"],
                ["ns = {'k': 7}", "exec 'k = k / 2' in ns", "print ns['k']"],
                ["print eval('k / 2', {'k': 9})"],
            )
        )


def program(seed: int) -> str:
    """Return the source of a program in Python 2; the same for the same seed."""
    writer = _Writer(seed)
    lines = ["import itertools, math, string, sys"]
    for _ in range(writer.random.randint(3, 8)):
        statement = writer.statement(writer.random.randint(1, 2))
        lines += ["try:", *(f"    {line}" for line in statement)]
        lines += ["except Exception, error:", "    print type(error).__name__"]
    return "\n".join([*lines, ""])


def digest(output: bytes) -> str:
    """Return the digest of a program's output, as it is recorded."""
    return hashlib.sha256(output).hexdigest()[:12]
