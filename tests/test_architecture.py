"""The picture of the package is that of today's imports; what the documents for developers name is there."""

from __future__ import annotations

import pydoc
import re
from pathlib import Path

from import_graph import import_graph, rooms
from make_architecture import PICTURE, parts, picture

ROOT = Path(__file__).parents[1]
DOCUMENTS = ("CONTRIBUTING.md", "docs/architecture.md")


def test_the_picture_is_that_of_todays_imports() -> None:
    drawn = picture(rooms(import_graph()), parts())
    assert PICTURE.read_text() == drawn, "run  python docs/make_architecture.py  and look at the picture"


def missing(text: str) -> list[str]:
    """Return the paths and names in backticks that exist neither in the repository nor in the package."""
    found = []
    for quoted in re.findall(r"`([^`\n]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
        if re.fullmatch(r"pong_pg(\.\w+)+", quoted):
            there = pydoc.locate(quoted) is not None
        elif re.fullmatch(r"[\w.-]+(/[\w.*-]+)*(/|\.(py|md|c|h|toml|json|svg|npz|csv|jsonl))", quoted):
            there = _has_path(quoted)
        else:
            continue
        if not there:
            found.append(quoted)
    return found


_ROOTS = (ROOT, ROOT / "pong_pg", ROOT / "tests" / "golden")
# What a run and nox write.
_NOT_HERE = {".nox/", "config.json", "metrics.csv", "metrics.jsonl", "best.npz", "checkpoints/"}


def _has_path(path: str) -> bool:
    """Whether it is a path from the root of the repository, within the package, or of a golden file."""
    return path in _NOT_HERE or any(True for root in _ROOTS for _ in root.glob(path.rstrip("/")))


def test_what_the_documents_for_developers_name_exists() -> None:
    for document in DOCUMENTS:
        text = (ROOT / document).read_text()
        assert missing(text) == []
        links = re.findall(r"\]\(([^)#:]+)\)", text)
        assert [link for link in links if not (ROOT / document).parent.joinpath(link).exists()] == []
    assert missing("`pong_pg.trian`, `game/frames.py`, `game/glass.py`") == ["pong_pg.trian", "game/glass.py"]
