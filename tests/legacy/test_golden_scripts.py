"""Seeded scripts of two eras print the same on the real packages of their time and under `pong-pg run`.

`python tests/legacy/test_golden_scripts.py` writes the golden file's half for the installed Gym anew: run it
once with gym 0.19 and atari-py, and once with gym 0.26.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parents[1] / "golden"
SCRIPTS = {"0.19": GOLDEN / "four_values.py", "0.26": GOLDEN / "five_values.py"}
FILE = GOLDEN / "old_scripts.json"
IDS = ["PongDeterministic-v4", "PongNoFrameskip-v4"]
STEPS = "900"


def printed(*command: str | Path) -> list[str]:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def golden(era: str, env_id: str) -> list[str]:
    lines: list[str] = json.loads(FILE.read_text())[era][env_id]
    return lines


@pytest.mark.needs("fissix")
@pytest.mark.parametrize("env_id", IDS)
@pytest.mark.parametrize("era", SCRIPTS)
def test_the_runner_gives_what_the_packages_of_its_time_gave(era: str, env_id: str) -> None:
    assert printed(sys.executable, "-m", "pong_pg", "run", SCRIPTS[era], env_id, STEPS) == golden(era, env_id)


@pytest.mark.needs("gym==0.19.0")
@pytest.mark.parametrize("env_id", IDS)
def test_gym_019_itself_gives_it(env_id: str) -> None:
    assert printed(sys.executable, SCRIPTS["0.19"], env_id, STEPS) == golden("0.19", env_id)


@pytest.mark.needs("gym==0.26.2", "ale-py==0.8.1")
@pytest.mark.parametrize("env_id", IDS)
def test_gym_026_itself_gives_it(env_id: str) -> None:
    assert printed(sys.executable, SCRIPTS["0.26"], env_id, STEPS) == golden("0.26", env_id)


@pytest.mark.needs("fissix")
def test_another_seed_is_noticed(tmp_path: Path) -> None:
    script = tmp_path / "other.py"
    script.write_text(SCRIPTS["0.19"].read_text().replace("np.random.seed(7)", "np.random.seed(8)"))
    assert printed(sys.executable, "-m", "pong_pg", "run", script, IDS[0], STEPS) != golden("0.19", IDS[0])


if __name__ == "__main__":
    import gym

    eras = json.loads(FILE.read_text()) if FILE.exists() else {}
    here = gym.__version__.rpartition(".")[0]
    eras[here] = {env_id: printed(sys.executable, SCRIPTS[here], env_id, STEPS) for env_id in IDS}
    FILE.write_text(json.dumps(eras, indent=1) + "\n")
