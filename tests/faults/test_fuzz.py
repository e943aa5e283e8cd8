"""100,000 fuzzed inputs: each is read, or refused in one line, in bounded time and memory."""

from __future__ import annotations

import fuzzing
import pytest

# Each kind with a number of inputs.
_INPUTS = {"checkpoint": 45_000, "save.p": 50_400, "run": 3_000, "script": 1_200, "notebook": 400}
_CHUNKS = 10


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("kind", _INPUTS)
def test_fuzzed_inputs_are_read_or_refused_in_one_line(kind: str) -> None:
    size = _INPUTS[kind] // _CHUNKS
    for chunk in range(_CHUNKS):
        fuzzing.check(kind, chunk * size, (chunk + 1) * size)
