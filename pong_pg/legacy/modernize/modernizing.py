"""Modernises the text of a file: the passes one after another, and what is left to check."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from pong_pg.legacy.modernize import python2_text
from pong_pg.legacy.modernize.draft import Draft, comments_in
from pong_pg.legacy.modernize.facts import Facts
from pong_pg.legacy.modernize.rules import gym, numpy, python2, ray, scipy
from pong_pg.legacy.read.program import Program

# In this order; each sees the text that the one before has made.
PASSES: tuple[Callable[[Draft], None], ...] = (
    *python2.PASSES,
    *scipy.PASSES,
    *numpy.PASSES,
    *ray.PASSES,
    *gym.PASSES,
)


@dataclass(frozen=True, order=True)
class Note:
    """What is to be checked in modernised code, or could not be modernised.

    Attributes:
        line: the line in the modern source, from 1.
        text: what to check there.
        is_open: it was not modernised.
    """

    line: int
    text: str
    is_open: bool = False


@dataclass(frozen=True)
class Modernized:
    """A modernised file.

    Attributes:
        source: the modern source.
        notes: what is to be checked in it, by line: its comments `# pong-pg: ...`, and what could not be modernised.
    """

    source: str
    notes: tuple[Note, ...]


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


def modernize_file(source: str, file: str, program: Program) -> Modernized:
    """Modernise a file of a program that has been read; arguments and errors as of `modernize`."""
    parsed = program.read(file, source.encode())
    facts = Facts(
        program.settings, parsed.python2, parsed.classic_division, program.seeds_random, program.surroundings()
    )
    text = python2_text.as_python3(source) if parsed.python2 else python2_text.without_old_names(source)
    for make_pass in PASSES:
        draft = Draft(text, facts)
        make_pass(draft)
        text = draft.result()
    return Modernized(text, _notes(text, file))


def _notes(text: str, file: str) -> tuple[Note, ...]:
    notes = [Note(line, comment) for line, comment in comments_in(text)]
    # What the runner would still translate.
    left = Program(python=3)
    left.add_texts([(file, text.encode())], str(Path(file).parent))
    notes += [
        Note(found.line, f"{found.old} was not modernised; modern code says {found.new}", is_open=True)
        for found in left.found
        if found.file == file
    ]
    return tuple(sorted(notes))
