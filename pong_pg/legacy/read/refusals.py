"""Refuses, in one line, scripts and notebooks that can't be read, whatever is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pong_pg.errors import PongPGError
from pong_pg.untrusted.bounded import too_long

# Of code; each is read with what all others bind.
_MOST_CELLS = 1_000


@contextmanager
def refused_in_one_line(path: object) -> Iterator[None]:
    """Turn every exception of the block, which only reads a file, into a PongPGError.

    A file that was made to break parsers can do so in many ways: none of them is to end in a traceback.
    """
    try:
        yield
    except PongPGError:
        raise
    except (RecursionError, MemoryError):
        raise PongPGError(f"{path} is nested too deeply to be read") from None
    except Exception as error:
        reason = f"{type(error).__name__}: {error}"
        raise PongPGError(f"{path} can't be read ({reason}); if Python can run it, please report it") from error


def check_notebook(path: str, document: Any, *, trusted: bool = False) -> None:
    """Make sure that what is read of a notebook of format 4 has the types that it has in a notebook, and not too much.

    Raises:
        PongPGError: it has not.
    """
    cells = document.get("cells") if isinstance(document, dict) else None
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        raise PongPGError(f"{path} is not a notebook: it has no list of cells")
    metadata = document.get("metadata", {})
    parts = [metadata.get(name, {}) for name in ("language_info", "kernelspec")] if isinstance(metadata, dict) else [0]
    texts = [value for part in parts if isinstance(part, dict) for value in part.values() if value is None]
    if texts or not all(isinstance(part, dict) for part in parts):
        raise PongPGError(f"{path} is not a notebook: its metadata are not those of one")
    for number, cell in enumerate(cells, 1):
        source = cell.get("source", "")
        lines = source if isinstance(source, list) else [source]
        if not isinstance(cell.get("cell_type"), str) or not all(isinstance(line, str) for line in lines):
            raise PongPGError(f"{path} is not a notebook: its cell {number} has no type, or a source that is no text")
    if trusted:
        return
    codes = ["".join(cell.get("source", "")) for cell in cells if cell["cell_type"] == "code"]
    complaint = too_long("\n".join(codes).encode(errors="replace"))
    if len(codes) > _MOST_CELLS:
        complaint = f"it has {len(codes)} cells of code, and may have {_MOST_CELLS}"
    if complaint:
        raise PongPGError(f"{path} can't be read: {complaint}")
