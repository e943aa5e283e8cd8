"""Write the table of docs/reference/stacks.md: what nox ran the tests on, and how many passed or ran elsewhere.

    python docs/make_matrix.py RESULTS_DIR STACK...

`nox -s matrix` calls it with what the last runs left behind. A stack without a result is an error.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

PAGE = Path(__file__).parent / "reference" / "stacks.md"
BEGIN, END = "<!-- matrix: written by nox -s matrix -->", "<!-- end of matrix -->"
COLUMNS = ("python", "gym", "gymnasium", "shimmy", "emulator", "numpy", "ray")


def table(results: dict[str, dict[str, object]]) -> str:
    """Return the Markdown table of the results by stack.

    A result is {"versions": {...}, "passed": n, "skipped": n, "left": n}; left are the tests that could have run, but
    show the same on the stacks that run them.
    """
    lines = [
        "| `nox -s tests-...` | " + " | ".join(COLUMNS) + " | tests passed | left to other stacks |",
        "| --- " * (len(COLUMNS) + 3) + "|",
    ]
    for name, result in results.items():
        versions = result["versions"]
        assert isinstance(versions, dict)
        emulator = next(f"{name} {versions[name]}" for name in ("ale-py", "atari-py") if versions[name])
        cells = [versions.get(column) or "" if column != "emulator" else emulator for column in COLUMNS]
        lines.append(f"| `{name}` | " + " | ".join(cells) + f" | {result['passed']} | {result['left'] or ''} |")
    return "\n".join(lines)


def main() -> None:
    """Read the results, and put their table in the place of the old one."""
    directory, *stacks = sys.argv[1:]
    missing = [name for name in stacks if not (Path(directory) / name / "result.json").exists()]
    if missing:
        sys.exit(
            f"no result of {', '.join(missing)} in {directory}: run  nox -s {' '.join(f'tests-{m}' for m in missing)}"
        )
    results = {name: json.loads((Path(directory) / name / "result.json").read_text()) for name in stacks}
    text = PAGE.read_text()
    before, _, rest = text.partition(BEGIN)
    after = rest.partition(END)[2]
    if not after:
        sys.exit(f"{PAGE} has no lines {BEGIN} and {END}")
    PAGE.write_text(f"{before}{BEGIN}\n\n{table(results)}\n\n{END}{after}")


if __name__ == "__main__":
    main()
