"""Each `pong-pg` command in the documents is one that exists; nox's session `docs` runs the blocks."""

from __future__ import annotations

import argparse
import importlib.util
import re

from doc_blocks import NOT_RUN, OUTPUT, PAGES, ROOT, Block, blocks, commands, quoted_commands

import pong_pg
from pong_pg.cli import build_parser


def test_what_a_page_tells_the_reader_to_type_exists() -> None:
    assert [wrong for page in PAGES for block in blocks(page) for wrong in complaints(block)] == []
    assert wrong_arguments(["train", "--itertions", "3"]) == ["pong-pg train --itertions 3 is refused"]
    quoted = [(page, command) for page in PAGES for command in quoted_commands(page)]
    assert [f"{page}: {wrong}" for page, command in quoted for wrong in wrong_options(command)] == []


def complaints(block: Block) -> list[str]:
    """What is wrong with a block."""
    found = []
    if block.not_run is not None and block.not_run not in NOT_RUN:
        found.append(f"not run: {block.not_run}; must be one of {', '.join(NOT_RUN)}")
    found += [f"no file {source}" for source in block.files if not (ROOT / source).is_file()]
    if block.language == "bash":
        found += [wrong for _, *arguments in commands(block.content) for wrong in wrong_arguments(arguments)]
    elif block.language not in ("python", *OUTPUT):
        found.append(f"a block of {block.language or 'no language'}; must be bash, python or {', '.join(OUTPUT)}")
    return [f"{block}: {text}" for text in found]


def wrong_arguments(arguments: list[str]) -> list[str]:
    try:
        build_parser().parse_args(arguments)
    except SystemExit as ended:
        return [] if ended.code == 0 else [f"pong-pg {' '.join(arguments)} is refused"]
    return []


def wrong_options(command: str) -> list[str]:
    """What of a command in a sentence or a table does not exist; values may be left out of it, or be placeholders."""
    _, name, *words = command.split()
    if name.startswith("-") or name.isupper():
        return wrong_options(f"pong-pg {' '.join(words)}") if words else []
    parsers = next(a for a in build_parser()._actions if isinstance(a, argparse._SubParsersAction)).choices
    if name not in parsers:
        return [f"no command {name}: {command}"]
    known = parsers[name]._option_string_actions
    options = [word.partition("=")[0].strip("[],.") for word in words if word.startswith("--")]
    # What follows the script is the script's own.
    return [f"{name} has no option {option}" for option in options if option not in known and name != "run"]


def is_module(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def test_every_public_name_is_in_the_reference_once() -> None:
    text = (ROOT / "docs" / "reference" / "python.md").read_text()
    described = re.findall(r"^\.\. (?:auto|py:)\w+:: pong_pg\.(\w+)$", text, re.M)
    names = [name for name in described if not is_module(f"pong_pg.{name}")]
    assert sorted(names) == sorted(pong_pg.__all__)


def test_tests_that_a_page_names_exist() -> None:
    named = {name for page in PAGES for name in re.findall(r"`(test_\w+)`", (ROOT / page).read_text())}
    there = {
        name for file in (ROOT / "tests").rglob("test_*.py") for name in re.findall(r"def (test_\w+)", file.read_text())
    }
    assert "test_a_zip_bomb_is_refused_before_it_is_unpacked" in named
    assert named - there == set()


def test_every_page_is_a_page_of_the_site() -> None:
    pages = [path for path in (ROOT / "docs").rglob("*.md") if path.name != "index.md" and "_build" not in path.parts]
    listed = {
        (index.parent / f"{name}.md").resolve()
        for index in (ROOT / "docs").rglob("index.md")
        for toctree in re.findall(r"```\{toctree\}(.*?)```", index.read_text(), re.S)
        for name in toctree.split()
    }
    assert [page for page in pages if page.resolve() not in listed] == []
