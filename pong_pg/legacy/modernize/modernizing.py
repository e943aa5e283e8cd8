"""Modernises the text of a file: the passes one after another, and what is left to check."""

from __future__ import annotations

import ast
import dataclasses
import difflib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pong_pg.errors import MissingPackageError, check_argument
from pong_pg.legacy.modernize import python2, ruff, rules
from pong_pg.legacy.modernize.draft import Draft, Facts, comments_in
from pong_pg.legacy.modernize.layout import parse
from pong_pg.legacy.modernize.rules.renaming import bound_name, drop_names, is_guarded
from pong_pg.legacy.read.program import Program
from pong_pg.legacy.read.scopes import imported

_MARK = "\ufeff"
_FOR_BOTH = ("NameError", "ImportError", "version_info", "PY2", "PY3", "six")
# What the runner translates in any form, and what is good in that which the rules leave.
_GOOD = frozenset({"numpy.fromstring"})
# What a step makes of a text, with its topic.
_Step = tuple[str, Callable[[str], str]]


@dataclass(frozen=True, order=True)
class Note:
    """What is to be checked in modernised code, or could not be modernised.

    Attributes:
        line: the line in the modern source, from 1; in a notebook, the line in the cell.
        text: what to check there.
        is_open: it was not modernised.
        cell: the number of the notebook's cell, from 1; 0 in a script.
    """

    line: int
    text: str
    is_open: bool = False
    cell: int = 0


@dataclass(frozen=True)
class Modernized:
    """A modernised file.

    Attributes:
        source: the modern source.
        notes: what is to be checked in it, by line: its comments `# pong-pg: ...`, and what could not be modernised.
        changes: how many lines were changed, by topic, such as {"python2": 3, "gym": 2}; empty for modern code.
    """

    source: str
    notes: tuple[Note, ...] = ()
    changes: Mapping[str, int] = field(default_factory=dict)


def modernize(
    source: str,
    *,
    filename: str = "<script>",
    python: int | None = None,
    gym_api: int | None = None,
    atari_py: str | None = None,
) -> Modernized:
    """Return an old script as plain modern Python, on Gymnasium and today's Ray and NumPy.

    What is modern stays as it is, to the character; comments, layout and quotes stay in any case. What the text does
    not decide gets a comment `# pong-pg: ...` that says what to look at.

    Args:
        source: the script, in Python 2 or 3.
        filename: its path, for errors, and for the folder of the modules that it imports.
        python: 2 or 3, the Python that it was written for; None to find out.
        gym_api: 4 or 5, how many values `env.step` returns in it; None to find out.
        atari_py: "0.1" or "0.2", the version of atari-py that it used; None to find out.

    Raises:
        ArgumentError: an argument has the wrong type, or another value than these.
        PongPGError: it is neither Python 3 nor Python 2.
        MissingPackageError: fissix or ruff is not installed.
    """
    check_argument(isinstance(source, str), "source", "must be the text of a script, a string", source)
    check_argument(isinstance(filename, str), "filename", "must be a string", filename)
    ages: tuple[tuple[str, object, tuple[object, ...]], ...] = (
        ("python", python, (2, 3)),
        ("gym_api", gym_api, (4, 5)),
        ("atari_py", atari_py, ("0.1", "0.2")),
    )
    for name, value, known in ages:
        rule = f"must be {' or '.join(map(repr, known))}, or None to find out"
        check_argument(value is None or value in known, name, rule, value)
    program = Program(gym_api, python, atari_py)
    program.add_texts([(filename, source.encode())], str(Path(filename).parent))
    return modernize_text(source, filename, program)


def modernize_text(source: str, file: str, program: Program) -> Modernized:
    """Modernise a file of a program that has been read.

    Args:
        source: its text, with any line ends.
        file: its path in the program.
        program: the program.

    Raises:
        PongPGError: it is neither Python 3 nor Python 2.
        MissingPackageError: fissix or ruff is not installed.
    """
    mark = _MARK if source.startswith(_MARK) else ""
    newline = "\r\n" if source.partition("\n")[0].endswith("\r") else "\n"
    old = source.removeprefix(_MARK).replace("\r\n", "\n").replace("\r", "\n")
    facts = _facts(old, file, program)
    text, changes, failures = old, Counter[str](), list[str]()
    if facts.python2:
        text = _after(text, ("python2", lambda text: python2.as_python3(text, file)), changes, failures)
        if failures:
            return Modernized(source, tuple(Note(1, failure, is_open=True) for failure in failures))
    elif facts.old_names:
        text = _after(text, ("python2", lambda text: python2.with_new_names(text, file)), changes, failures)
    ported, counted = text, changes.copy()
    for step in _steps(ported, facts):
        text = _after(text, step, changes, failures)
    if text != ported and (names := ruff.undefined_names(text) - ruff.undefined_names(ported)):
        text, changes = ported, counted
        failures = [f"the rules would leave {min(names)} undefined, and changed nothing here"]
    codes = ruff.NUMPY if text == old else f"{ruff.NUMPY},{ruff.PYTHON}"
    if text != old or "numpy" in text:
        text = _after(text, ("python", lambda text: ruff.fixed(text, codes)), changes, failures)
    text = _after(text, ("comments", lambda text: _commented(text, file, facts, program)), changes, failures)
    notes = [Note(1, failure, is_open=True) for failure in failures]
    # It may be Python 2, where `/` and `print` are others.
    notes += [Note(1, doubt) for doubt in program.doubts if facts.old_names]
    notes += [Note(line, comment) for line, comment in comments_in(text)]
    if text == old:
        return Modernized(source, tuple(notes))
    return Modernized(mark + text.replace("\n", newline), tuple(notes), dict(changes))


def _facts(text: str, file: str, program: Program) -> Facts:
    parsed = program.read(file, text.encode())
    around = program.surroundings()
    if file in program.modules.values():
        # Only the cells of a notebook see each other's names.
        around = dataclasses.replace(around, names={})
    return Facts(
        program.settings,
        around,
        parsed.python2,
        parsed.classic_division,
        # A file that is prepared for both Pythons stays so.
        bool(parsed.old_names) and not any(word in text for word in _FOR_BOTH),
        frozenset(name.partition(".")[0] for name in program.modules),
    )


def _steps(before: str, facts: Facts) -> Iterator[_Step]:
    def of_pass(make_pass: Callable[[Draft], None]) -> Callable[[str], str]:
        def step(text: str) -> str:
            draft = Draft(text, facts)
            make_pass(draft)
            return draft.result()

        return step

    for make_pass in rules.PASSES:
        # A pass of the module pong_pg.legacy.modernize.rules.gym.step, for example, is of the topic gym.
        yield make_pass.__module__.partition(".rules.")[2].partition(".")[0], of_pass(make_pass)
    yield "imports", of_pass(lambda draft: _drop_unused(draft, before))


def _after(text: str, step: _Step, changes: Counter[str], failures: list[str]) -> str:
    """Return a text after a step; one that fails by a mistake in it changes nothing."""
    topic, make = step
    try:
        new = make(text)
        parse(new)
    except MissingPackageError:
        raise
    except Exception as error:  # whatever a mistake in a rule raises, where one rule is not to stop all others
        what = f"{type(error).__name__}: {error}"
        failures.append(f"a mistake in the rules for {topic}: {what}; they changed nothing here")
        return text
    if new != text:
        changes[topic] += changed_lines(text, new)
    return new


def _drop_unused(draft: Draft, before: str) -> None:
    """Remove the imports of names that were used before the changes, and are not any more."""
    # The lines of notebooks that are no Python may use them.
    magics = " ".join(re.findall(r"  # pong-pg magic \d+: (.*)", before))
    unused = _unused(draft.tree) - _unused(parse(before)) - set(re.findall(r"\w+", magics))
    for statement in draft.walk(ast.stmt):
        if isinstance(statement, ast.Import | ast.ImportFrom):
            names = set(map(bound_name, statement.names))
            if names & unused and getattr(statement, "module", "") != "__future__":
                drop_names(draft, statement, names & unused)


def _unused(tree: ast.Module) -> set[str]:
    """Return the names that a file imports, and that are nowhere in it."""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    # As in `__all__`, or in a text that is executed.
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {name for name in imported(tree) if name not in names and name not in texts}


def _commented(text: str, file: str, facts: Facts, program: Program) -> str:
    """Return a text with a comment above each place that the runner would still translate."""
    left = Program(python=3)
    left.modules.update(program.modules)
    left.read(file, text.encode())
    draft = Draft(text, facts)
    told = {line + 1 for line, _ in comments_in(text)}
    # Of several that begin on a line, the outermost is the last here.
    statements = {_first_line(node): node for node in reversed([*draft.walk(ast.stmt)])}
    for found in left.found:
        line = max((line for line in statements if line <= found.line), default=0)
        if found.file != file or found.old in _GOOD or not line or told & set(range(line - 2, line + 1)):
            continue
        told.add(line)
        if not is_guarded(draft, statements[line]):
            draft.comment(statements[line], f"{found.old} is old: modern code says {found.new}")
    return draft.result()


def _first_line(statement: ast.stmt) -> int:
    """Return the line on which a statement begins, or its first decorator."""
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(node.lineno for node in decorators)])


def changed_lines(old: str, new: str) -> int:
    """Return how many lines of a text are new, or changed, or were removed."""
    matcher = difflib.SequenceMatcher(None, old.splitlines(), new.splitlines(), autojunk=False)
    changes = [opcode[1:] for opcode in matcher.get_opcodes() if opcode[0] != "equal"]
    return sum(max(end - start, to - since) for start, end, since, to in changes)
