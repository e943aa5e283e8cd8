"""The notebook as it is stored; nox's session `tour` runs it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

TOUR = Path(__file__).parents[1] / "examples" / "tour.ipynb"


def test_it_is_small_and_holds_the_outputs_of_one_run_from_top_to_bottom() -> None:
    cells: list[dict[str, Any]] = json.loads(TOUR.read_text())["cells"]
    assert TOUR.stat().st_size < 1_000_000
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    outputs = [output for cell in code for output in cell["outputs"]]
    assert not [output for output in outputs if output["output_type"] == "error" or output.get("name") == "stderr"]
    assert sum("image/png" in output.get("data", {}) for output in outputs) >= 8
    texts = "".join("".join(output.get("data", {}).get("text/plain", "")) for output in outputs)
    assert "Evaluation of 3 games: mean return" in texts


def test_it_names_no_place_of_this_machine() -> None:
    assert not re.search(r"/(home|root|tmp|work|Users)/", TOUR.read_text())
