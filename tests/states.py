"""The state that a checkpoint holds, by the type that a test expects."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from pong_pg.training.checkpoint import read_checkpoint

State = TypeVar("State")


def state_in(path: Path, kind: type[State]) -> State:
    state = read_checkpoint(path).state()
    assert isinstance(state, kind)
    return state
