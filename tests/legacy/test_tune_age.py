from __future__ import annotations

import ast
from pathlib import Path

import pytest
from old_scripts import run_text

from pong_pg.legacy.read.program import Program
from pong_pg.legacy.read.scopes import imported
from pong_pg.legacy.read.tune_age import old_use_of_tune

IMPORT = "import ray\nfrom ray import tune\n"
OLD_FIRST = "try:\n    from ray.tune.suggest import A\nexcept ImportError:\n    from ray.tune.search import A\n"
NEW_FIRST = "try:\n    from ray.tune.search import A\nexcept ImportError:\n    from ray.tune.suggest import A\n"


@pytest.mark.any_stack
@pytest.mark.parametrize(
    ("text", "use"),
    [
        (IMPORT + "def train(config, reporter): reporter(loss=1)\n", (3, "train(config, reporter)")),
        (IMPORT + "class A(tune.Trainable):\n    def _train(self): ...\n", (4, "A._train")),
        ("import ray\nclass A(ray.tune.Trainable):\n    def _setup(self, c): ...\n", (3, "A._setup")),
        ("from ray.tune import Trainable\nclass A(Trainable):\n    def _save(self, d): ...\n", (3, "A._save")),
        (IMPORT + "tune.run(f, local_dir='x')\n", (3, "tune.run(local_dir=)")),
        (IMPORT + "tune.track.log(loss=1)\n", (3, "tune.track")),
        (IMPORT + "tune.report(loss=1)\n", (3, "tune.report(name=value)")),
        ("from ray.tune import run_experiments\nrun_experiments({})\n", (2, "tune.run_experiments")),
        ("from ray.tune.suggest.hyperopt import HyperOptSearch\n", (1, "tune.suggest.hyperopt")),
        (IMPORT + "def train(config): ...\ntune.run(train, storage_path='x')\n", None),
        (IMPORT + "class A(tune.Trainable):\n    def step(self): ...\n", None),
        (IMPORT + "tune.report({'loss': 1})\ntune.report(metrics={})\n", None),
        (IMPORT + "tune.Tuner(f).fit()\n", None),
        (IMPORT + "def fit(space, reporter): tune.run(f, config=space, progress_reporter=reporter)\n", None),
        (IMPORT + "class A(tune.Trainable):\n    def step(self): ...\n    def _train(self): ...\n", None),
        (IMPORT + OLD_FIRST + "A()\n", None),
        (IMPORT + NEW_FIRST + "A()\n", None),
        ("import ray\ndef train(config, reporter): reporter(loss=1)\n", None),
        ("def run(config, reporter): reporter(loss=1)\n", None),
    ],
)
def test_what_only_an_old_tune_had(text: str, use: tuple[int, str] | None) -> None:
    tree = ast.parse(text)
    found = old_use_of_tune(tree, imported(tree))
    assert found == use if use is None else found is not None and found[0] == use[0] and found[1].startswith(use[1])


@pytest.mark.parametrize("how", ["from ray import tune", "import ray.tune as tune", "import ray\ntune = ray.tune"])
def test_a_script_that_uses_it_ends_with_one_line(how: str, tmp_path: Path) -> None:
    done = run_text(tmp_path, f"import ray.tune\n{how}\ndef train(config, reporter):\n    reporter(loss=1)\n")
    assert done.returncode == 2
    line = done.stderr.splitlines()[-1]
    assert line.startswith(
        "pong-pg run: error: script.py:1: ray.tune as it was before Ray 2.0 is not covered (script.py:"
    )
    assert "train(config, reporter)" in line
    assert "Traceback" not in done.stderr


def test_a_script_may_do_without(tmp_path: Path) -> None:
    text = "try:\n    import ray.tune\nexcept ImportError:\n    print('without')\nelse:\n    ray.tune.report(loss=1)\n"
    assert run_text(tmp_path, text).stdout == "without\n"


@pytest.mark.any_stack
def test_a_module_of_the_script_shows_it(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text("import search\n")
    (tmp_path / "search.py").write_text("from ray import tune\ntune.run(f, local_dir='x')\n")
    program = Program()
    program.add_script(str(tmp_path / "script.py"))
    assert program.settings.early_tune == "search.py:2: tune.run(local_dir=)"
