"""The blocks of code in the documents, and what is known of each: whether it is run, and the files it needs.

A fenced block of `bash` or `python` is run as it stands, in the order of its page, in one directory for the page; the
Python blocks of a page share their names. A comment in the line before the fence says what is different:

    <!-- not run: minutes -->             it is only checked; the word is one of NOT_RUN
    <!-- files: examples/a.py as b.py --> these files of the repository are there, separated by commas
"""

from __future__ import annotations

import itertools
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    path.relative_to(ROOT).as_posix()
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md"))
    if "_build" not in path.parts
)
# Why a block is not run: these words, and nothing else, may stand in a page.
NOT_RUN = {
    "again": "is run on another page",
    "alike": "is like one that is run, in what the program does",
    "cluster": "needs several machines",
    "endless": "trains until it is stopped",
    "files": "needs files of the reader's own",
    "hours": "takes many minutes or hours",
    "installation": "installs packages, which nox does for the tests",
    "minutes": "takes minutes",
    "network": "needs a network or an account",
    "server": "serves a browser until it is stopped",
    "torch": "needs Stable-Baselines3, as tests/compat/test_sb3.py",
    "terminal": "needs a terminal, a display or a person",
}
# Languages of blocks that are no code to be run.
OUTPUT = ("text", "toml", "yaml")


@dataclass(frozen=True)
class Block:
    """A fenced block of a page.

    Attributes:
        page: path from the root of the repository.
        line: number of its first line of content, from 1.
        language: what stands behind the fence; "" if nothing does.
        content: its text, with a newline at the end.
        not_run: a key of NOT_RUN; None if it is run.
        files: for each file that it needs, its path in the repository and in the block's directory.
    """

    page: str
    line: int
    language: str
    content: str
    not_run: str | None = None
    files: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"

    @property
    def is_run(self) -> bool:
        """Whether the block is code, and there is no reason against running it."""
        return self.not_run is None and self.language in ("bash", "python")


def blocks(page: str) -> list[Block]:
    """Return the blocks of a page in their order; directives of Sphinx are none."""
    return list(_blocks(page))


def _blocks(page: str) -> Iterator[Block]:
    before = ""
    for token in MarkdownIt("commonmark").enable("table").parse((ROOT / page).read_text()):
        if token.type in ("fence", "code_block") and not token.info.startswith("{"):
            assert token.map is not None
            comments = re.findall(r"<!-- ([a-z ]+): (.*?) -->", before)
            known = {"not run", "files"}
            if not {kind for kind, _ in comments} <= known:
                raise ValueError(f"{page}:{token.map[0]}: a comment before a block must be one of {sorted(known)}")
            about = dict(comments)
            pairs = [entry.partition(" as ") for entry in about.get("files", "").split(", ") if entry]
            files = {source: name or Path(source).name for source, _, name in pairs}
            yield Block(page, token.map[0] + 2, token.info.strip(), token.content, about.get("not run"), files)
        if token.nesting == 0:
            before = token.content if token.type == "html_block" else ""


def quoted_commands(page: str) -> list[str]:
    """Return the commands that begin with `pong-pg` among the words in backticks, also those in tables."""
    tokens = MarkdownIt("commonmark").enable("table").parse((ROOT / page).read_text())
    inline = [child for token in tokens for child in token.children or () if child.type == "code_inline"]
    return [token.content for token in inline if token.content.startswith("pong-pg ")]


def commands(shell: str) -> list[list[str]]:
    """Return the words of each command of a block of `bash` that begins with `pong-pg`."""
    lines = [shlex.split(line, comments=True) for line in shell.replace("\\\n", " ").splitlines()]
    ends = {"|", "&&", "&", ">", ">>", "<", "2>"}
    found = [list(itertools.takewhile(lambda word: word not in ends, line)) for line in lines]
    return [words for words in found if words and words[0].endswith("pong-pg")]
