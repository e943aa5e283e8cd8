"""A run remembers what made its environment, and does not go on in another one unasked."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from falling import FallingBall

import pong_pg
from pong_pg.errors import EnvError
from pong_pg.registry import config_from_dict
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.training.checkpoint import load_with_config, read_checkpoint


def other_factory() -> Any:
    return FallingBall()


@pytest.fixture
def config(small_config: ReinforceConfig, tmp_path: Path) -> ReinforceConfig:
    return dataclasses.replace(small_config, iterations=1, run_dir=str(tmp_path / "run"))


@pytest.fixture
def path(config: ReinforceConfig) -> Path:
    return Path(str(config.run_dir))


def recorded(path: Path) -> set[Any]:
    """What every checkpoint and config.json say."""
    found = {json.loads((path / "config.json").read_text())["env_factory"]}
    for file in (path / "checkpoints").iterdir():
        with np.load(file) as archive:
            found.add(json.loads(archive["header"].tobytes())["env_factory"])
    return found


def test_a_factory_is_recorded_and_needed_again(config: ReinforceConfig, path: Path) -> None:
    result = pong_pg.train(config, env_factory=FallingBall)
    assert recorded(path) == {"falling:FallingBall"}
    assert config_from_dict(json.loads((path / "config.json").read_text())) == config
    before = {file: file.read_bytes() for file in path.rglob("*") if file.is_file()}
    with pytest.raises(EnvError) as caught:
        pong_pg.resume(path, iterations=1)
    assert str(caught.value) == (
        f"the run in {path} was begun with env_factory=falling:FallingBall, and its checkpoint has no more than that "
        f"name: resume it in Python with  pong_pg.resume({str(path)!r}, env_factory=...)"
    )
    assert caught.value.exit_status == 2
    assert {file: file.read_bytes() for file in path.rglob("*") if file.is_file()} == before
    with pytest.raises(EnvError, match=r"was trained with env_factory=falling:FallingBall, .*pong_pg.evaluate\("):
        load_with_config(path)
    assert load_with_config(path, given=["env"])[1] == config
    assert pong_pg.load(path).digest() == result.policy.digest(), "weights alone say nothing of where they play"


@pytest.mark.parametrize(
    ("factory", "name"),
    [
        (FallingBall, "falling:FallingBall"),
        (lambda: FallingBall("terminated"), f"<lambda> in {__name__}, which can't be imported by that name"),
    ],
)
def test_the_same_factory_goes_on_without_a_word(
    factory: Any, name: str, config: ReinforceConfig, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pong_pg.train(config, env_factory=factory)
    assert recorded(path) == {name}
    with pytest.raises(EnvError, match=f"was begun with env_factory={name}, and"):
        pong_pg.resume(path, iterations=1)
    pong_pg.resume(path, env_factory=factory, iterations=1)
    assert not caplog.messages
    assert recorded(path) == {name}


def test_another_factory_is_a_warning(config: ReinforceConfig, path: Path, caplog: pytest.LogCaptureFixture) -> None:
    pong_pg.train(config, env_factory=FallingBall)
    pong_pg.resume(path, env_factory=other_factory, iterations=1)
    (message,) = caplog.messages
    assert message.startswith(
        f"env_factory is {__name__}:other_factory; the run in {path} was begun with falling:FallingBall"
    )
    assert read_checkpoint(path).env_factory == f"{__name__}:other_factory"


def test_a_factory_for_a_run_that_had_none_is_a_warning(
    config: ReinforceConfig, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pong_pg.train(dataclasses.replace(config, batch_size=1))
    assert recorded(path) == {None}
    pong_pg.resume(path, env_factory=FallingBall, iterations=1)
    assert f"the run in {path} was begun with ALE/Pong-v5" in caplog.text
