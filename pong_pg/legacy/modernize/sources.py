"""Modernises scripts: the rules, what tidies their result, and what is left to check."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pong_pg.errors import PongPGError, check_argument
from pong_pg.legacy.modernize import modernizing, tidy
from pong_pg.legacy.modernize.modernizing import Modernized, Note, changed_lines
from pong_pg.legacy.read.program import Program
from pong_pg.legacy.read.source import encoding_of

_MARK = "\ufeff"


@dataclass(frozen=True)
class Written:
    """What is known of the program that a file was written for; None is to be found out.

    Attributes:
        gym_api: 4 or 5, how many values `env.step` returns.
        python: 2 or 3.
        atari_py: "0.1" or "0.2".
    """

    gym_api: int | None = None
    python: int | None = None
    atari_py: str | None = None

    def program(self) -> Program:
        """Return a program of which nothing has been read."""
        return Program(self.gym_api, self.python, self.atari_py)


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
    program = Written(gym_api, python, atari_py).program()
    program.add_texts([(filename, source.encode())], str(Path(filename).parent))
    return modernize_text(source, filename, program)


def modernize_text(source: str, file: str, program: Program, *, keep_imports: bool = False) -> Modernized:
    """Modernise a file of a program that has been read.

    Args:
        source: its text, with any line ends.
        file: its path in the program.
        program: the program.
        keep_imports: something else than the text may use what it imports.

    Raises:
        PongPGError: it is neither Python 3 nor Python 2.
        MissingPackageError: fissix or ruff is not installed.
    """
    mark = _MARK if source.startswith(_MARK) else ""
    newline = "\r\n" if source.partition("\n")[0].endswith("\r") else "\n"
    old = source.removeprefix(_MARK).replace("\r\n", "\n").replace("\r", "\n")
    failures: list[str] = []
    done = modernizing.modernize_file(old, file, program, failures)
    failed = tuple(Note(1, failure, is_open=True) for failure in failures)
    if done.source == old:
        return Modernized(source, (*failed, *done.notes))
    new = tidy.tidied(done.source, keep_imports=keep_imports or file in program.modules.values())
    changes = dict(done.changes)
    if tidied := changed_lines(done.source, new):
        changes["tidy"] = tidied
    notes = (*failed, *modernizing.notes_of(new, file, program))
    return Modernized(mark + new.replace("\n", newline), notes, changes)


def decode(path: str, data: bytes) -> str:
    """Return the text of a file, with its own line ends and its mark at the beginning.

    Raises:
        PongPGError: it is no text.
    """
    if b"\0" in data:
        raise PongPGError(f"{path} is a binary file: name a script, a notebook or a folder")
    return data.decode(_encoding(data))


def encode(path: str, text: str, old: bytes) -> bytes:
    """Return a new text of a file in its encoding; a file whose encoding was wrong gets UTF-8.

    Raises:
        PongPGError: the encoding does not have a character of the text.
    """
    encoding = _encoding(old)
    if encoding == "latin-1" and b"coding" not in b"".join(old.splitlines()[:2]):
        encoding = "utf-8"
    try:
        return text.encode(encoding)
    except UnicodeEncodeError as error:
        raise PongPGError(
            f"{path}: the modern form has characters that {encoding} has not: convert it to UTF-8"
        ) from error


def _encoding(data: bytes) -> str:
    # The mark at the beginning is part of the text here.
    return encoding_of(data).removesuffix("-sig")
