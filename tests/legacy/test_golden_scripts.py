"""A seeded script prints the same on gym 0.26 and under `pong-pg run`.

`python tests/legacy/test_golden_scripts.py` writes the golden file anew, with gym 0.26 and ale-py 0.8.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parents[1] / "golden"
SCRIPT = GOLDEN / "five_values.py"
FILE = GOLDEN / "old_scripts.json"
IDS = ["PongDeterministic-v4", "PongNoFrameskip-v4"]


def printed(*command: str | Path) -> list[str]:
    done = subprocess.run([*command, "900"], capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.needs("fissix")
@pytest.mark.parametrize("env_id", IDS)
def test_the_runner_gives_what_gym_026_gave(env_id: str) -> None:
    assert printed(sys.executable, "-m", "pong_pg", "run", SCRIPT, env_id) == json.loads(FILE.read_text())[env_id]


@pytest.mark.needs("gym==0.26.2", "ale-py==0.8.1")
@pytest.mark.parametrize("env_id", IDS)
def test_gym_026_itself_gives_it(env_id: str) -> None:
    assert printed(sys.executable, SCRIPT, env_id) == json.loads(FILE.read_text())[env_id]


if __name__ == "__main__":
    FILE.write_text(json.dumps({env_id: printed(sys.executable, SCRIPT, env_id) for env_id in IDS}, indent=1) + "\n")
