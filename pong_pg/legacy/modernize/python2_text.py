"""Turns the text of an old file into the syntax of today's Python 3; all else of it keeps its layout.

The parser is fissix's, whose tree keeps every character. Each rule changes the text of a few leaves.
"""

from __future__ import annotations

import ast
import io
import itertools
import re
import tokenize
import warnings
from collections.abc import Callable
from typing import Any

from pong_pg.legacy.modernize import supports
from pong_pg.legacy.modernize.draft import comment_lines, parse
from pong_pg.legacy.modernize.python2_inline import inline
from pong_pg.legacy.modernize.python2_parameters import TupleParameters
from pong_pg.legacy.modernize.python2_tree import append, first_leaf, free_name, insert_first, value_of
from pong_pg.legacy.read.python2_syntax import Translation, expand_tabs, fissix_module, future_features, parse_python2

# A keyword argument that no `print` has: it stands for the comma at the end of a print statement, until
# `rules.python2.printing` knows what follows.
SOFT_SPACE = "softspace"
# Stands for a value that was given to `raise` after a comma, until `rules.python2.exceptions` knows its type.
RAISED = "_raised_"
_NEW_KEYWORDS = frozenset({"async", "await", "nonlocal"})
_TRUTHS = frozenset({"True", "False"})
_TRUTH_IS_BOUND = re.compile(
    r"^[ \t]*(?:\w+[ \t]*,[ \t]*)*(?:True|False)\b[ \t]*(?:,[ \t]*\w+[ \t]*)*=(?!=)", re.MULTILINE
)
_AFTER_ASYNC = frozenset({"def", "for", "with"})
_PREFIX = re.compile(r"[a-zA-Z]*")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
# What may follow a backslash; the last ones only in texts.
_ESCAPES = "\n\\'\"abfnrtvx01234567"
_TEXT_ESCAPES = "uUN"
_NO_U = str.maketrans("", "", "uU")


def as_python3(text: str) -> str:
    """Return a Python 2 file in Python 3's syntax."""
    new = _translated(text)
    if "\t" in new:
        try:
            parse(new)
        except TabError:
            # Python 3 asks for indents that mean the same with any size of tabs.
            new = _translated(expand_tabs(text, Translation()))
    return new


def _translated(text: str) -> str:
    ended = text if text.endswith("\n") else text + "\n"
    print_function = "print_function" in future_features(text)
    ended = inline(ended, print_function=print_function)
    tree, print_is_statement = parse_python2(ended, print_function=print_function)
    truths = _TRUTHS if _TRUTH_IS_BOUND.search(ended) else frozenset[str]()
    is_text = "unicode_literals" in future_features(text)
    syntax = _Syntax(ended, truths, print_is_statement=print_is_statement, is_text=is_text)
    for node in list(tree.post_order()):
        syntax.apply(node)
    new = str(tree)
    if truths:
        new = _define_truths(new)
    return new if text.endswith("\n") else new.removesuffix("\n")


def without_old_forms(text: str) -> str:
    """Return a file of Python 3 without what Python 3 no longer reads, or only with a warning.

    The names `async` and `await`, which were no keywords until 3.6, get an underscore, and a backslash in a literal
    that begins no escape stands for itself.
    """
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        try:
            ast.parse(text)
        except SyntaxError:
            return _without_old_names(text)
    return _with_valid_literals(text) if any("escape" in str(one.message) for one in warned) else text


def _without_old_names(text: str) -> str:
    tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    lines = text.splitlines(keepends=True)
    for token, after in reversed(list(itertools.pairwise(tokens))):
        if token.string == "await" or (token.string == "async" and after.string not in _AFTER_ASYNC):
            number, column = token.start
            line = lines[number - 1]
            lines[number - 1] = f"{line[:column]}{token.string}_{line[column + len(token.string) :]}"
    return "".join(lines)


def _with_valid_literals(text: str) -> str:
    starts = [0, *itertools.accumulate(map(len, text.splitlines(keepends=True)))]
    for token in reversed(list(tokenize.generate_tokens(io.StringIO(text).readline))):
        prefix = _PREFIX.match(token.string).group()  # type: ignore[union-attr]  # it matches the empty string, too
        if token.type == tokenize.STRING and not set(prefix.lower()) & set("rf"):
            is_text = "b" not in prefix.lower()
            body = token.string[len(prefix) :]
            new = _with_valid_escapes(prefix, body, _ESCAPES + (_TEXT_ESCAPES if is_text else ""))
            start, end = starts[token.start[0] - 1] + token.start[1], starts[token.end[0] - 1] + token.end[1]
            text = text[:start] + new + text[end:]
    return text


def _define_truths(text: str) -> str:
    """Give a file that has another value for `True` or `False` somewhere the names that stand for them."""
    names = [name for name in sorted(_TRUTHS) if re.search(rf"\b{name}_\b", text)]
    return supports.add(text, (), [f"{name}_ = {name}" for name in names], {})


class _Syntax:
    """Translates a parsed file leaf by leaf; one method for each construct of the grammar."""

    def __init__(self, text: str, truths: frozenset[str], *, print_is_statement: bool, is_text: bool) -> None:
        token, pytree = fissix_module("pgen2.token"), fissix_module("pytree")
        symbols = fissix_module("pygram").python_symbols
        self._text = text
        self._renamed = _NEW_KEYWORDS | truths
        self._print_is_statement = print_is_statement
        self._is_text = is_text
        self._leaf = pytree.Leaf
        self._symbols = symbols
        self._name_type = token.NAME
        parameters = TupleParameters(text)
        self._rules: dict[int, Callable[[Any], None]] = {
            token.NAME: self._name,
            token.NUMBER: self._number,
            token.STRING: self._string,
            token.NOTEQUAL: self._not_equal,
            symbols.print_stmt: self._print,
            symbols.exec_stmt: self._exec,
            symbols.raise_stmt: self._raise,
            symbols.except_clause: self._except,
            symbols.atom: self._backticks,
            symbols.testlist_safe: self._bare_tuple,
            symbols.tfpdef: parameters.rewrite,
            symbols.vfpdef: parameters.rewrite,
        }

    def apply(self, node: Any) -> None:
        """Translate a node, whose children have been translated."""
        rule = self._rules.get(node.type)
        if rule:
            rule(node)

    def _name(self, leaf: Any) -> None:
        if leaf.value == "print" and self._print_is_statement and leaf.parent.type != self._symbols.print_stmt:
            leaf.value = "print()"
        elif leaf.value in self._renamed:
            if leaf.parent.type in {self._symbols.funcdef, self._symbols.classdef}:
                self._comment(leaf, f"`{leaf.value}` is a keyword today; `__name__` and `getattr` see the new name.")
            leaf.value = f"{leaf.value}_"

    def _comment(self, leaf: Any, text: str) -> None:
        statement = leaf.parent
        above = first_leaf(statement)
        indent = " " * above.column
        above.prefix += comment_lines(text, indent).lstrip(" ") + indent

    def _number(self, leaf: Any) -> None:
        digits = leaf.value.rstrip("lL")
        if digits.isdigit() and digits[0] == "0" and digits.strip("0"):
            digits = f"0o{digits.lstrip('0')}"
        # The rules for values tell whether it matters that it is long.
        leaf.value = f"long({digits})" if leaf.value[-1] in "lL" else digits

    def _string(self, leaf: Any) -> None:
        prefix = _PREFIX.match(leaf.value).group()  # type: ignore[union-attr]  # it matches the empty string, too
        body = leaf.value[len(prefix) :]
        is_text = "u" in prefix.lower() or (self._is_text and "b" not in prefix.lower())
        is_raw = "r" in prefix.lower()
        if prefix.lower() == "ur":
            # Only these escapes meant something in it.
            prefix = "r"
            if re.search(r"(?<!\\)(?:\\\\)*\\[uU]", body):
                prefix, body = "", re.sub(r"\\(?![uU])", r"\\\\", body)
        elif not is_raw:
            leaf.value = _with_valid_escapes(prefix, body, _ESCAPES + (_TEXT_ESCAPES if is_text else ""))
            return
        leaf.value = prefix + body

    def _not_equal(self, leaf: Any) -> None:
        if leaf.value == "<>":
            leaf.value = "!="

    def _print(self, node: Any) -> None:
        word, *rest = node.children
        arguments = []
        if value_of(rest[0]) == ">>":
            arguments.append(f"file={_source(rest[1])}")
            rest = rest[3:]
        if rest and value_of(rest[-1]) == ",":
            arguments.append(f"{SOFT_SPACE}=True")
            rest.pop()
        for leaf in (leaf for child in rest for leaf in child.leaves()):
            leaf.prefix = re.sub(r"[ \t]*\\\n", "\n", leaf.prefix)
        values = "".join(map(str, rest)).lstrip(" \t\n")
        if len(rest) == 1 and _in_parentheses(rest[0], self._symbols):
            values = str(rest[0]).strip()[1:-1].strip(" \t")
        text = ", ".join([values, *arguments] if values else arguments)
        node.replace(self._leaf(self._name_type, f"print({text})", prefix=word.prefix))

    def _exec(self, node: Any) -> None:
        word, code, *rest = node.children
        if not rest and value_of(first_leaf(code)) == "(" and code.type == self._symbols.atom:
            # exec (code) or exec (code, globals, locals)
            code.prefix = ""
            return
        word.value = "exec("
        code.prefix = ""
        if rest:
            rest[0].prefix, rest[0].value = "", ","
        append(node, ")")

    def _raise(self, node: Any) -> None:
        parts = node.children
        if len(parts) < 4 or value_of(parts[2]) != ",":
            return
        error, value = _source(parts[1]), parts[3]
        arguments = _source(value)
        if value.type == self._symbols.atom and value_of(value.children[0]) == "(":
            # The tuple holds the arguments; a value in parentheses is one.
            arguments = arguments[1:-1].strip().removesuffix(",")
        elif arguments == "None":
            arguments = ""
        elif value.type not in (fissix_module("pgen2.token").STRING, self._symbols.term, self._symbols.arith_expr):
            # What it is decides whether it is the exception, its arguments or one of them.
            arguments = f"{RAISED}({arguments})"
        if value_of(value) == "None" and not error.split(".")[-1][:1].isupper():
            # It may be a class or an exception.
            arguments = f"{RAISED}(None)"
        made = f"{error}({arguments})"
        if len(parts) > 5:
            made = f"{made}.with_traceback({_source(parts[5])})"
        prefix = parts[1].prefix
        node.children[1:] = [self._leaf(self._name_type, made, prefix=prefix)]

    def _except(self, node: Any) -> None:
        if len(node.children) != 4:
            return
        _, _, word, target = node.children
        if word.value == ",":
            word.value = " as"
        if not target.prefix:
            target.prefix = " "
        if target.type != self._name_type:
            name = free_name("error", self._text)
            is_tuple = value_of(first_leaf(target)) in {"(", "["}
            pattern = str(target).strip()
            if is_tuple and pattern.startswith("("):
                inner = pattern[1:-1].strip()
                pattern = inner if "," in inner[:-1] and not inner.endswith(",") else pattern
            insert_first(node.next_sibling.next_sibling, f"{pattern} = {name}{'.args' if is_tuple else ''}")
            target.replace(self._leaf(self._name_type, name, prefix=" "))

    def _backticks(self, node: Any) -> None:
        first, last = node.children[0], node.children[-1]
        if value_of(first) == "`":
            is_tuple = node.children[1].type == self._symbols.testlist1
            first.value, last.value = ("repr((", "))") if is_tuple else ("repr(", ")")

    def _bare_tuple(self, node: Any) -> None:
        first = first_leaf(node)
        first.value = "(" + first.value
        append(node, ")")


def _source(node: Any) -> str:
    """Return the text of an expression, without the spaces and the line that is continued before it."""
    return str(node).removeprefix(node.prefix).strip()


def _in_parentheses(node: Any, symbols: Any) -> bool:
    """Return whether an expression is another in parentheses, and no tuple or generator."""
    if node.type != symbols.atom or value_of(node.children[0]) != "(" or len(node.children) != 3:
        return False
    inner = node.children[1]
    return inner.type not in {symbols.testlist_gexp, symbols.yield_expr} and "\n" not in inner.prefix


def _with_valid_escapes(prefix: str, body: str, valid: str) -> str:
    """Return a literal whose backslashes before other characters stand for themselves."""
    escapes = _ESCAPE.findall(body)
    if all(escape in valid for escape in escapes):
        return prefix + body
    if not any(escape in valid for escape in escapes):
        return prefix.translate(_NO_U) + "r" + body
    return prefix + _ESCAPE.sub(lambda found: found[0] if found[1] in valid else "\\" + found[0], body)
