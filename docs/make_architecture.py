"""Draw docs/architecture.svg: the parts of the package, and which of them imports which.

    python docs/make_architecture.py

The picture is made from the imports in the source and from the first lines of the docstrings, and a test compares it
with them, so that it can't go out of date. A part stands one level above the highest of those that it imports. An arrow
is left out where a longer path says the same.
"""

from __future__ import annotations

import ast
import html
import statistics
import textwrap
from collections.abc import Mapping, Sequence
from itertools import combinations, pairwise
from pathlib import Path
from typing import NamedTuple

from import_graph import PACKAGE, Graph, import_graph, rooms

PICTURE = Path(__file__).with_name("architecture.svg")

# All lengths in pixels.
WIDTH = 1160
_MARGIN = 26
_GAP = 22
_LANE = 16
_BETWEEN_LEVELS = 54
_PADDING = 12
_NAME_LINE, _LINE = 24, 16
# The width of a box by the number of boxes on its level, at least; and that of a character of its text, on average, in
# the widest of the fonts that a browser may take.
_BOX_WIDTHS = {1: 380, 2: 330, 3: 250, 5: 204, 6: 164}
_NARROW_BOX = 218
_CHARACTER = 6.7
# Times that the order on every level is improved, downwards and upwards.
_SWEEPS = 12

_STYLE = """
  .panel { fill: #ffffff; stroke: #d0d7de; }
  .box { fill: #eef4fb; stroke: #5b87b8; }
  .module { fill: #f6f8fa; stroke: #8c959f; }
  .name { font: 600 15px ui-monospace, Menlo, Consolas, monospace; fill: #1f2328; }
  .about { font: 12.5px system-ui, "Segoe UI", Helvetica, Arial, sans-serif; fill: #59636e; }
  .arrow { fill: none; stroke: #8c959f; stroke-width: 1.4; }
  .head { fill: #8c959f; }
  @media (prefers-color-scheme: dark) {
    .panel { fill: #0d1117; stroke: #30363d; }
    .box { fill: #14263b; stroke: #4a7ab0; }
    .module { fill: #161b22; stroke: #6e7681; }
    .name { fill: #f0f6fc; }
    .about { fill: #a9b4bf; }
    .arrow { stroke: #6e7681; }
    .head { fill: #6e7681; }
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
    """Return the parts to draw, by name; those whose names begin with an underscore have nothing to say."""
    folders = {path.parent.name: (f"{path.parent.name}/", path) for path in package.glob("*/__init__.py")}
    modules = {path.stem: (path.name, path) for path in package.glob("*.py")}
    found = {name: it for name, it in {**folders, **modules}.items() if not name.startswith("_")}
    return {name: Part(label, _first_line(path)) for name, (label, path) in sorted(found.items())}


def _first_line(path: Path) -> str:
    line = (ast.get_docstring(ast.parse(path.read_text())) or "").partition("\n")[0]
    return line.replace("`", "").rstrip(".")


def _reachable(graph: Graph, node: str) -> set[str]:
    found: set[str] = set()
    waiting = [node]
    while waiting:
        new = graph[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def reduced(graph: Graph) -> dict[str, set[str]]:
    """Return the fewest arrows from which the others follow: the transitive reduction of a graph without circles."""
    below = {node: _reachable(graph, node) for node in graph}
    return {
        node: {other for other in others if not any(other in below[third] for third in others)}
        for node, others in graph.items()
    }


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


class _Layout:
    """Where everything stands: the layered drawing of Sugiyama, Tagawa and Toda (1981).

    An arrow that crosses levels on its way has a place of its own, a lane, on each of them.

    Attributes:
        rows: the nodes and lanes of each level, from the top, in their order.
        x: the middle of each.
        paths: of each arrow, the nodes and lanes that it passes.
    """

    def __init__(self, arrows: Graph, widths: Mapping[str, int]) -> None:
        level = levels(arrows)
        top = max(level.values())
        self.rows: list[list[str]] = [sorted(node for node in arrows if level[node] == at) for at in range(top, -1, -1)]
        self.paths: list[list[str]] = []
        self._widths = dict(widths)
        for node, other in sorted((node, other) for node, others in arrows.items() for other in others):
            lanes = [f"{node} > {other} @ {at}" for at in range(level[node] - 1, level[other], -1)]
            for lane, at in zip(lanes, range(level[node] - 1, level[other], -1), strict=True):
                self.rows[top - at].append(lane)
                self._widths[lane] = _LANE
            self.paths.append([node, *lanes, other])
        self._links = [link for path in self.paths for link in pairwise(path)]
        self._order()
        self.x: dict[str, float] = {}
        self._place()

    def _neighbours(self, node: str, *, above: bool) -> list[str]:
        return [link[1 - above] for link in self._links if link[above] == node]

    def _crossings(self) -> int:
        at = {node: place for row in self.rows for place, node in enumerate(row)}
        level = {node: number for number, row in enumerate(self.rows) for node in row}
        pairs = ((a, b) for a, b in combinations(self._links, 2) if level[a[0]] == level[b[0]])
        return sum((at[a[0]] - at[b[0]]) * (at[a[1]] - at[b[1]]) < 0 for a, b in pairs)

    def _order(self) -> None:
        """Order each level by where its neighbours on the next one are; keep the order with the fewest crossings."""
        best = self._crossings(), [list(row) for row in self.rows]
        for sweep in range(2 * _SWEEPS):
            above = sweep % 2 == 0
            for row in self.rows if above else reversed(self.rows):
                at = {node: (place + 0.5) / len(row) for row in self.rows for place, node in enumerate(row)}
                means = {
                    node: statistics.fmean([at[other] for other in self._neighbours(node, above=above)] or [at[node]])
                    for node in row
                }
                row.sort(key=means.__getitem__)
            best = min(best, (self._crossings(), [list(row) for row in self.rows]), key=lambda found: found[0])
        self.rows = best[1]

    def _place(self) -> None:
        lanes = {lane for path in self.paths for lane in path[1:-1]}
        for row in self.rows:
            self._set(row, [WIDTH / 2] * len(row))
        for sweep in range(4 * _SWEEPS):
            # At last both sides count.
            sides = (True, False) if sweep >= 2 * _SWEEPS else (sweep % 2 == 0,)
            for row in self.rows:
                wanted = []
                for node in row:
                    others = [other for above in sides for other in self._neighbours(node, above=above)]
                    # So that arrows run straight where they cross levels.
                    others += [other for other in others if node in lanes and other in lanes] * 4
                    wanted.append(statistics.fmean([self.x[other] for other in others] or [self.x[node]]))
                self._set(row, wanted)

    def _set(self, row: Sequence[str], wanted: Sequence[float]) -> None:
        """Put a level's nodes as near to where they should be as their widths allow (by least squares)."""
        offsets = [0.0]
        for left, right in pairwise(row):
            offsets.append(offsets[-1] + (self._widths[left] + self._widths[right]) / 2 + _GAP)
        # Without the offsets, all that is asked for is that they do not fall: pool adjacent violators.
        pools: list[list[float]] = []
        for want, offset in zip(wanted, offsets, strict=True):
            pools.append([want - offset])
            while len(pools) > 1 and statistics.fmean(pools[-2]) > statistics.fmean(pools[-1]):
                last = pools.pop()
                pools[-1] += last
        lowest = _MARGIN + self._widths[row[0]] / 2
        highest = WIDTH - _MARGIN - self._widths[row[-1]] / 2 - offsets[-1]
        places = [min(max(statistics.fmean(pool), lowest), highest) for pool in pools for _ in pool]
        self.x |= {node: place + offset for node, place, offset in zip(row, places, offsets, strict=True)}


def picture(graph: Graph, known: Mapping[str, Part]) -> str:
    """Return the drawing as SVG, the same for the same arguments.

    Args:
        graph: which part imports which.
        known: the parts to draw.
    """
    arrows = reduced({name: graph[name] & known.keys() for name in known})
    level = levels(arrows)
    on_level = list(level.values())
    widths = {name: _BOX_WIDTHS.get(on_level.count(level[name]), _NARROW_BOX) for name in known}
    texts = {
        name: textwrap.wrap(part.about, int((widths[name] - 2 * _PADDING) / _CHARACTER)) for name, part in known.items()
    }
    layout = _Layout(arrows, widths)
    tops, heights, bottom = [], [], float(_MARGIN)
    for row in layout.rows:
        lines = max(len(texts[name]) for name in row if name in known)
        tops.append(bottom)
        heights.append(_NAME_LINE + lines * _LINE + _PADDING)
        bottom += heights[-1] + _BETWEEN_LEVELS
    height = round(bottom - _BETWEEN_LEVELS + _MARGIN)
    row_of = {name: number for number, row in enumerate(layout.rows) for name in row}
    size = f'width="{WIDTH}" height="{height}"'
    boxes: list[str] = []
    for name, part in known.items():
        at = row_of[name]
        left = layout.x[name] - widths[name] / 2
        boxes += _box(part, texts[name], (left, tops[at]), (widths[name], heights[at]))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" {size}>',
            "<title>The parts of pong_pg and their imports</title>",
            f"<style>{_STYLE}</style>",
            f'<rect class="panel" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="10"/>',
            *_arrows(layout, widths, row_of, tops, heights),
            *boxes,
            "</svg>",
            "",
        ]
    )


def _box(part: Part, lines: Sequence[str], corner: tuple[float, float], size: tuple[float, float]) -> list[str]:
    kind = "box" if part.label.endswith("/") else "module"
    (left, top), (width, height) = corner, size
    found = [
        f'<rect class="{kind}" x="{left:.1f}" y="{top:.1f}" width="{width}" height="{height}" rx="7"/>',
        f'<text class="name" x="{left + _PADDING:.1f}" y="{top + _NAME_LINE - 2:.1f}">{html.escape(part.label)}</text>',
    ]
    for number, line in enumerate(lines, 1):
        y = top + _NAME_LINE + number * _LINE - 2
        found.append(f'<text class="about" x="{left + _PADDING:.1f}" y="{y:.1f}">{html.escape(line)}</text>')
    return found


def _arrows(
    layout: _Layout,
    widths: Mapping[str, int],
    row_of: Mapping[str, int],
    tops: Sequence[float],
    heights: Sequence[float],
) -> list[str]:
    # Side by side along the edge of a box, in the order of where they go to or come from.
    leaving: dict[str, list[str]] = {}
    arriving: dict[str, list[str]] = {}
    for path in layout.paths:
        leaving.setdefault(path[0], []).append(path[1])
        arriving.setdefault(path[-1], []).append(path[-2])

    def port(box: str, other: str, others: dict[str, list[str]]) -> float:
        found = sorted(others[box], key=lambda node: (layout.x[node], node))
        return layout.x[box] + (found.index(other) - (len(found) - 1) / 2) * min(34, widths[box] / (len(found) + 1))

    drawn = []
    for path in layout.paths:
        x, y = port(path[0], path[1], leaving), tops[row_of[path[0]]] + heights[row_of[path[0]]]
        line = [f"M{x:.1f} {y:.1f}"]
        for node in path[1:]:
            next_x = layout.x[node] if node in path[1:-1] else port(node, path[-2], arriving)
            next_y = tops[row_of[node]] - (0 if node in path[1:-1] else 6)
            middle = (y + next_y) / 2
            line.append(f"C{x:.1f} {middle:.1f} {next_x:.1f} {middle:.1f} {next_x:.1f} {next_y:.1f}")
            x, y = next_x, next_y
            if node in path[1:-1]:
                y += heights[row_of[node]]
                line.append(f"V{y:.1f}")
        title = f"<title>{path[0]} imports {path[-1]}</title>"
        drawn.append(f'<path class="arrow" d="{" ".join(line)}">{title}</path>')
        drawn.append(f'<path class="head" d="M{x:.1f} {y + 6:.1f} l-4.5 -9 h9 z"/>')
    return drawn


def main() -> None:
    """Write the picture of the package as it is."""
    PICTURE.write_text(picture(rooms(import_graph()), parts()))


if __name__ == "__main__":
    main()
