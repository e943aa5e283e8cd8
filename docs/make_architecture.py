"""Draw docs/architecture.svg: the parts of the package, each above all those that it imports.

    python docs/make_architecture.py

The picture is made from the imports in the source and from the first lines of the docstrings, and a test compares it
with them, so that it can't go out of date.
"""

from __future__ import annotations

import ast
import html
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from import_graph import PACKAGE, Graph, import_graph, rooms

PICTURE = Path(__file__).with_name("architecture.svg")

# All lengths in pixels.
WIDTH = 1160
_GAP, _PADDING = 8, 10
_NAME_LINE, _LINE = 20, 15
# Mean width of a character of a part's text, in the widest of the fonts that a browser may take.
_CHARACTER = 6.7

_STYLE = """
  .panel { fill: #ffffff; stroke: #d0d7de; }
  .box { fill: #eef4fb; stroke: #5b87b8; }
  .module { fill: #f6f8fa; stroke: #8c959f; }
  .name { font: 600 15px ui-monospace, Menlo, Consolas, monospace; fill: #1f2328; }
  .about { font: 12.5px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: #59636e; }
  @media (prefers-color-scheme: dark) {
    .panel { fill: #0d1117; stroke: #30363d; }
    .box { fill: #14263b; stroke: #4a7ab0; }
    .module { fill: #161b22; stroke: #6e7681; }
    .name { fill: #f0f6fc; }
    .about { fill: #a9b4bf; }
  }
"""


class Part(NamedTuple):
    """A folder of the package, or a module that is in none.

    Attributes:
        label: its name as a path.
        about: the first line of its docstring.
    """

    label: str
    about: str


def parts(package: Path = PACKAGE) -> dict[str, Part]:
    """Return the parts to draw, by name, without private modules."""
    folders = {path.parent.name: (f"{path.parent.name}/", path) for path in package.glob("*/__init__.py")}
    modules = {path.stem: (path.name, path) for path in package.glob("*.py")}
    found = {name: it for name, it in {**folders, **modules}.items() if not name.startswith("_")}
    return {name: Part(label, _first_line(path)) for name, (label, path) in sorted(found.items())}


def _first_line(path: Path) -> str:
    line = (ast.get_docstring(ast.parse(path.read_text())) or "").partition("\n")[0]
    return line.replace("`", "").rstrip(".")


def levels(graph: Graph) -> dict[str, int]:
    """Return the level of each node: 0 for those that import nothing, otherwise one above the highest imported."""
    found: dict[str, int] = {}

    def level(node: str) -> int:
        if node not in found:
            found[node] = 1 + max((level(other) for other in sorted(graph[node])), default=-1)
        return found[node]

    for node in sorted(graph):
        level(node)
    return found


def picture(graph: Graph, known: Mapping[str, Part]) -> str:
    """Return the drawing as SVG, the same for the same arguments.

    Args:
        graph: which part imports which.
        known: the parts to draw.
    """
    imports = {name: graph[name] & known.keys() for name in known}
    level = levels(imports)
    boxes: list[str] = []
    top = _GAP
    for at in range(max(level.values()), -1, -1):
        row = [name for name in known if level[name] == at]
        width = (WIDTH - _GAP * (len(row) + 1)) / len(row)
        texts = [textwrap.wrap(known[name].about, int((width - 2 * _PADDING) / _CHARACTER)) for name in row]
        height = _NAME_LINE + _LINE * max(len(text) for text in texts) + _PADDING
        for number, (name, text) in enumerate(zip(row, texts, strict=True)):
            left = _GAP + number * (width + _GAP)
            boxes += _box(known[name], text, imports[name], (left, top), (width, height))
        top += height + _GAP
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" width="{WIDTH}" height="{top}">',
            "<title>The parts of pong_pg, each above all those that it imports</title>",
            f"<style>{_STYLE}</style>",
            f'<rect class="panel" x="0.5" y="0.5" width="{WIDTH - 1}" height="{top - 1}" rx="10"/>',
            *boxes,
            "</svg>",
            "",
        ]
    )


def _box(
    part: Part, text: list[str], imports: set[str], corner: tuple[float, float], size: tuple[float, float]
) -> list[str]:
    kind = "box" if part.label.endswith("/") else "module"
    (left, top), (width, height) = corner, size
    title = f"{part.label} imports {', '.join(sorted(imports)) or 'no other part'}"
    lines = [(_NAME_LINE, "name", part.label)]
    lines += [(_NAME_LINE + _LINE * number, "about", line) for number, line in enumerate(text, 1)]
    return [
        f"<g><title>{html.escape(title)}</title>",
        f'<rect class="{kind}" x="{left:.1f}" y="{top}" width="{width:.1f}" height="{height}" rx="6"/>',
        *(
            f'<text class="{style}" x="{left + _PADDING:.1f}" y="{top + down}">{html.escape(words)}</text>'
            for down, style, words in lines
        ),
        "</g>",
    ]


def main() -> None:
    """Write the picture of the package as it is."""
    PICTURE.write_text(picture(rooms(import_graph()), parts()))


if __name__ == "__main__":
    main()
