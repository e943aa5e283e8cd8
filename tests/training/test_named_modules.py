from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pong_pg.cli import build_parser
from pong_pg.errors import EnvError, PongPGError
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.state import ReinforceState
from pong_pg.training.checkpoint import save


@pytest.mark.parametrize(
    ("settings", "trusted"),
    [
        ({"env": "trap:Pong-v0"}, ["--env", "trap:Pong-v0"]),
        (
            {"env": "GymV26Environment-v0", "env_kwargs": {"env_id": "trap:Pong-v0"}},
            ["--env", "GymV26Environment-v0", "--env-arg", "env_id=trap:Pong-v0"],
        ),
    ],
)
@pytest.mark.parametrize("command", ["eval", "resume"])
def test_a_module_that_a_file_names_is_imported_only_if_the_user_names_it_too(
    command: str, settings: Any, trusted: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "trap.py").write_text("raise SystemExit('it was imported')")
    monkeypatch.syspath_prepend(tmp_path)
    save(tmp_path / "one.npz", ReinforceState.initial(ReinforceConfig(hidden=2)))
    with np.load(tmp_path / "one.npz") as archive:
        arrays = {name: archive[name] for name in archive.files}
    header = json.loads(bytes(arrays["header"]))
    header["config"] |= {"workers": 0, **settings}
    arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    run = tmp_path / "run"
    (run / "checkpoints").mkdir(parents=True)
    np.savez(run / "checkpoints" / "update-000001.npz", **arrays)
    arguments = ["eval", str(run)] if command == "eval" else ["train", "--resume", str(run), "--iterations", "1"]
    with pytest.raises(EnvError, match="if you trust that module, add  --env "):
        build_parser().parse_args(arguments).run(build_parser().parse_args(arguments))
    trusting = build_parser().parse_args([*arguments, *trusted])
    with pytest.raises((SystemExit, PongPGError)) as caught:
        trusting.run(trusting)
    assert "if you trust" not in str(caught.value)
