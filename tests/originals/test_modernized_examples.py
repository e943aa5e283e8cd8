"""The examples and whole training scripts, modernised: plain Python plays the games that they have always played.

They play a few games here; with `PONG_PG_GAMES=20` in the environment, twenty.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from old_scripts import command
from stacks import WHOLE_SCRIPTS, name_of, recorded, scripts

from pong_pg.legacy.modernize.modernizing import modernize

GAMES = int(os.environ.get("PONG_PG_GAMES", "0"))
EXAMPLES = Path(__file__).parents[2] / "examples"
_TIME = re.compile(r"in [\d.]+ seconds")

# What makes the games of each example the same in every run, with one worker and as many games as asked for, and
# prints a sum of all weights.
_WEIGHTS = '{indent}print("W1 %.12g" % np.abs({model}["W1"]).sum())\n'
SEEDED = {
    "2016_reusables/driver.py": [
        ("BATCH_SIZE = 10", "BATCH_SIZE = 1"),
        (
            '  return gym.make("Pong-v0")\n',
            '  env = gym.make("Pong-v0")\n  env.seed(0)\n  np.random.seed(0)\n  return env\n',
        ),
        ("  while True:\n", "  while batch < GAMES:\n"),
        ("    if batch % 10 == 0:", _WEIGHTS.format(indent="    ", model="model") + "    if batch % 10 == 0:"),
    ],
    "2017_rl_pong/driver.py": [
        (
            'self.env = gym.make("Pong-v0")\n',
            'self.env = gym.make("Pong-v0")\n        self.env.seed(0)\n        np.random.seed(0)\n',
        ),
        ("    args = parser.parse_args()\n", "    args = parser.parse_args()\n    np.random.seed(0)\n"),
        ("default=10,", "default=1,"),
        ("default=-1,", "default=GAMES,"),
        ("        for k in model:\n            rms", _WEIGHTS.format(indent="        ", model="model") + "\\g<0>"),
    ],
    "2020_plot_pong/plot_pong_example.py": [
        (
            'self.env = gym.make("Pong-v0")\n',
            'self.env = gym.make("Pong-v0")\n        self.env.seed(0)\n        np.random.seed(0)\n',
        ),
        ("iterations = 20\nbatch_size = 4\n", "iterations = GAMES\nbatch_size = 1\nnp.random.seed(0)\n"),
        ("    model.update(", _WEIGHTS.format(indent="    ", model="model.weights") + "\\g<0>"),
    ],
    "2023_notebook/plot_pong_example.ipynb": [
        (
            'env_id="ALE/Pong-v5")\n',
            'env_id="ALE/Pong-v5")\n        self.env.reset(seed=0)\n        np.random.seed(0)\n',
        ),
        ("iterations = 20\nbatch_size = 4\n", "iterations = GAMES\nbatch_size = 1\nnp.random.seed(0)\n"),
        ("    model.update(", _WEIGHTS.format(indent="    ", model="model.weights") + "\\g<0>"),
    ],
}


def start(arguments: list[str], folder: Path) -> subprocess.Popen[str]:
    # Neither the script nor a worker of Ray can import the package from there.
    (folder / "pong_pg.py").write_text('raise ImportError("modern code needs no pong_pg")\n')
    return subprocess.Popen(
        arguments, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ}
    )


def output(process: subprocess.Popen[str]) -> list[str]:
    printed, errors = process.communicate(timeout=3500 if GAMES else 290)
    assert process.returncode == 0, errors
    return printed.splitlines()


def write_modern(text: str, folder: Path, name: str) -> None:
    modern = modernize(text, filename=str(folder / name))
    assert not [note for note in modern.notes if note.is_open]
    assert "pong_pg" not in modern.source
    (folder / name).write_text(modern.source)


@pytest.mark.ray
@pytest.mark.timeout(3600 if GAMES else 300)
@pytest.mark.parametrize("script", scripts([WHOLE_SCRIPTS]), ids=name_of)
def test_modern_scripts_play_the_games_that_they_played_then(script: Path, tmp_path: Path) -> None:
    write_modern(script.read_text(), tmp_path, script.name)
    printed = output(start([sys.executable, "-B", script.name, str(GAMES or 2)], tmp_path))
    record = recorded(script).read_text().splitlines()
    assert sum(line.startswith("game") for line in printed) == (GAMES or 2)
    assert printed == record[: len(printed)]


def seeded(example: str) -> str:
    """Return the code of an example that plays the same games in every run."""
    text = (EXAMPLES / example).read_text()
    if example.endswith(".ipynb"):
        cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "code"]
        text = "\n\n".join("".join(cell["source"]) for cell in cells) + "\n"
    for old, new in SEEDED[example]:
        text, count = re.subn(re.escape(old), new, text)
        assert count == 1, old
    return re.sub(r"\bGAMES\b", str(GAMES or 1), text)


@pytest.mark.ray
@pytest.mark.timeout(3600 if GAMES else 300)
@pytest.mark.parametrize("example", SEEDED)
def test_modern_examples_play_the_games_of_the_old_ones(example: str, tmp_path: Path) -> None:
    text = seeded(example)
    (tmp_path / "old").mkdir()
    (tmp_path / "new").mkdir()
    (tmp_path / "old" / "script.py").write_text(text)
    write_modern(text, tmp_path / "new", "script.py")
    old = subprocess.Popen(
        command("script.py"), cwd=tmp_path / "old", stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    new = start([sys.executable, "-B", "script.py"], tmp_path / "new")
    printed = [_TIME.sub("in ... seconds", line) for line in output(old)]
    assert sum(line.startswith("W1") for line in printed) == (GAMES or 1)
    assert [_TIME.sub("in ... seconds", line) for line in output(new)] == printed


def test_the_example_of_today_stays() -> None:
    path = EXAMPLES / "today" / "driver.py"
    modern = modernize(path.read_text(), filename=str(path))
    assert modern.source == path.read_text()
    assert not modern.notes
