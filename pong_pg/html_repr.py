"""Small HTML tables: what results, configurations and evaluations look like in a notebook.

Only inline styles and no colours but that of the text and grey, so that they are readable on a light and on a dark
page, and where a page removes styles.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

# Grey of half transparency: visible on white and on black.
_LINE = "border-bottom:1px solid rgba(128,128,128,.35)"
_CELL = f"text-align:left;vertical-align:top;padding:2px 12px 2px 0;background:none;{_LINE}"
_TABLE = "border-collapse:collapse;border:none;margin:4px 0;background:none;color:inherit"
# How many rows a part that is folded away shows at most.
_MOST_ROWS = 100


def table(rows: Iterable[Sequence[object]], *, heads: Sequence[str] = ()) -> str:
    """Return a table; the first cell of each row is its heading.

    Args:
        rows: the cells of each row; their texts are escaped. After `_MOST_ROWS` rows, one says how many are left out.
        heads: the headings of the columns; none for a table without.
    """
    rows = list(rows)
    shown, left_out = rows[:_MOST_ROWS], len(rows[_MOST_ROWS:])
    head = "".join(f'<th scope="col" style="{_CELL}">{_text(cell)}</th>' for cell in heads)
    lines = [f"<thead><tr>{head}</tr></thead>"] if heads else []
    lines.append("<tbody>")
    lines += [_row(row) for row in shown]
    if left_out:
        lines.append(_row([f"and {left_out} more"]))
    return "".join([f'<table style="{_TABLE}">', *lines, "</tbody></table>"])


def _row(cells: Sequence[object]) -> str:
    first, *others = cells
    data = "".join(f'<td style="{_CELL}">{_text(cell)}</td>' for cell in others)
    return f'<tr><th scope="row" style="{_CELL};font-weight:normal;opacity:.75">{_text(first)}</th>{data}</tr>'


def folded(title: str, content: str) -> str:
    """Return content that is shown when its title is clicked; `content` is HTML already, `title` is escaped."""
    return f'<details><summary style="cursor:pointer">{_text(title)}</summary>{content}</details>'


def titled(title: str, *contents: str) -> str:
    """Return contents, HTML already, under a title, which is escaped."""
    return f"<div><strong>{_text(title)}</strong>{''.join(contents)}</div>"


def _text(value: object) -> str:
    return html.escape(number(value) if isinstance(value, float) else str(value))


def number(value: float | None) -> str:
    """Return a number in at most five digits; "-" for None."""
    return "-" if value is None else f"{value:.5g}"
