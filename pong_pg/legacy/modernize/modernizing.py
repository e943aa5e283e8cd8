"""Modernises the text of a file: the passes one after another, and what is left to check."""

from __future__ import annotations

import dataclasses
import difflib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pong_pg.legacy.modernize import python2_text
from pong_pg.legacy.modernize.draft import Draft, comments_in
from pong_pg.legacy.modernize.facts import Facts
from pong_pg.legacy.modernize.rules import gym, numpy, pillow, python2, ray, scipy
from pong_pg.legacy.read.program import Program

# In this order; each sees the text that the one before has made.
PASSES: tuple[Callable[[Draft], None], ...] = (
    *python2.PASSES,
    *scipy.PASSES,
    *pillow.PASSES,
    *numpy.PASSES,
    *ray.PASSES,
    *gym.PASSES,
)
_FAILED = "a mistake in the rules"


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

    What is modern stays as it is, to the character; comments, layout and quotes stay in any case. Where the right
    change depends on what the text does not show, the safe one is made, with a comment `# pong-pg: ...` beside it.

    Args:
        source: the script, in Python 2 or 3.
        filename: its path, for errors, and for the folder of the modules that it imports.
        python: 2 or 3, the Python that it was written for; None to find out.
        gym_api: 4 or 5, how many values `env.step` returns in it; None to find out.
        atari_py: "0.1" or "0.2", the version of atari-py that it used; None to find out.

    Raises:
        LegacySyntaxError: it is neither Python 3 nor Python 2.
    """
    program = Program(gym_api, python, atari_py)
    data = source.encode()
    program.add_texts([(filename, data)], str(Path(filename).parent))
    return modernize_file(source, filename, program)


def modernize_file(source: str, file: str, program: Program, failures: list[str] | None = None) -> Modernized:
    """Modernise a file of a program that has been read; arguments and errors as of `modernize`.

    Args:
        source: its text, with line feeds at the line ends.
        file: its path in the program.
        program: the program.
        failures: gets what is to be said of passes that fail by a mistake in them, which then are left out; None to
            raise their errors.
    """
    parsed = program.read(file, source.encode())
    around = program.surroundings()
    if file in program.modules.values():
        # Only the cells of a notebook see each other's names.
        around = dataclasses.replace(around, names={})
    beside = modules_of_package(Path(file).parent) if parsed.python2 else frozenset[str]()
    facts = Facts(
        program.settings,
        parsed.python2,
        not parsed.python2 and bool(parsed.old_names),
        parsed.classic_division,
        program.seeds_random,
        beside,
        around,
    )
    text = python2_text.as_python3(source) if parsed.python2 else python2_text.without_old_forms(source)
    changes = Counter({"python2": changed_lines(source, text)})
    draft = Draft(text, facts)
    for make_pass in PASSES:
        # A pass of the module pong_pg.legacy.modernize.rules.gym.step, for example, is of the topic gym.
        rules = make_pass.__module__.partition(".rules.")[2]
        try:
            make_pass(draft)
            if draft.is_untouched:
                # What is known of the text, such as the kinds of its expressions, still holds.
                continue
            new = draft.result()
            following = Draft(new, facts)
        except Exception as error:  # whatever a mistake in a rule raises, where one rule is not to stop all others
            if failures is None:
                raise
            failures.append(f"{_FAILED} {rules}: {type(error).__name__}: {error}; they changed nothing here")
            draft = Draft(text, facts)
            continue
        changes[rules.partition(".")[0]] += changed_lines(text, new)
        text, draft = new, following
    return Modernized(text, notes_of(text, file, program), {topic: count for topic, count in changes.items() if count})


def is_failure(note: Note) -> bool:
    """Return whether a note is about a mistake in the rules themselves."""
    return note.text.startswith(_FAILED)


def modules_of_package(folder: Path) -> frozenset[str]:
    """Return the names of the modules in a folder; none if it is no package."""
    if not (folder / "__init__.py").exists():
        return frozenset()
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"}
    return frozenset(modules | {path.parent.name for path in folder.glob("*/__init__.py")})


def changed_lines(old: str, new: str) -> int:
    """Return how many lines of a text are new, or changed, or were removed."""
    if old == new:
        return 0
    blocks = difflib.SequenceMatcher(None, old.splitlines(), new.splitlines(), autojunk=False).get_opcodes()
    return sum(max(end - start, to - since) for kind, start, end, since, to in blocks if kind != "equal")


def notes_of(text: str, file: str, program: Program, modern: Mapping[str, str] | None = None) -> tuple[Note, ...]:
    """Return what is to be checked in a modern text, and what in it the runner would still translate.

    Args:
        text: the modern text.
        file: the path of the file.
        program: the program that it belongs to, in its original form.
        modern: the modern texts of the program's modules, by path.
    """
    notes = [Note(line, comment) for line, comment in comments_in(text)]
    left = Program(python=3)
    for name, path in program.modules.items():
        if modern and path in modern and path != file:
            left.read(path, modern[path].encode(), name)
        else:
            left.modules[name] = path
    left.read(file, text.encode())
    notes += [
        Note(found.line, f"{found.old} was not modernised; modern code says {found.new}", is_open=True)
        for found in left.found
        if found.file == file
    ]
    return tuple(sorted(notes))
