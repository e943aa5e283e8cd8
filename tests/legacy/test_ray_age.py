"""The unit of the timeouts of `ray.wait`: decided by what is Ray's own, and told where that decides nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from old_scripts import write

from pong_pg.legacy.read import settings
from pong_pg.legacy.read.program import Program

MILLISECONDS = (True, False)
LIKELY_MILLISECONDS, LIKELY_SECONDS = (True, True), (False, True)
REMOTE = "@ray.remote\ndef f(x):\n    return x\n"


def unit(directory: Path, text: str) -> tuple[bool, bool]:
    program = Program()
    program.add_script(str(write(directory, text)))
    return program.settings.wait_in_milliseconds, program.settings.wait_unit_is_guess


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ray.push(1)", MILLISECONDS),
        ("ray.init(redis_address=None, num_workers=3, redirect_output=True)", MILLISECONDS),
        ("@ray.actor\nclass A: pass", MILLISECONDS),
        ("@ray.remote([int], [int])\ndef f(x): return x", MILLISECONDS),
        (REMOTE + "f(1)", MILLISECONDS),
        ("import ray as r\ndef main():\n    r.services.start_ray_local(num_workers=1)", MILLISECONDS),
        ("from ray import register_class", MILLISECONDS),
        ("ray.init(redirect_output=True)", LIKELY_MILLISECONDS),
        ("ray.init(redis_address='a')", LIKELY_SECONDS),
        # Names that merely look like Ray's.
        ("class A:\n    def env(self): self.ray.env", LIKELY_SECONDS),
        ("x.init(num_workers=3)", LIKELY_SECONDS),
    ],
)
def test_what_shows_the_unit_of_timeouts(tmp_path: Path, text: str, expected: tuple[bool, bool]) -> None:
    assert unit(tmp_path, f"import ray\n{text}\n") == expected


def test_a_remote_function_of_another_module_that_is_called_straight_shows_it(tmp_path: Path) -> None:
    write(tmp_path, f"import ray\n{REMOTE}", "functions.py")
    assert unit(tmp_path, "import ray, functions\nfunctions.f(1)\n") == MILLISECONDS
    assert unit(tmp_path, "import ray, functions\nfunctions.f.remote(1)\n") == LIKELY_SECONDS


@pytest.mark.parametrize(
    ("in_milliseconds", "timeout", "seconds", "told"),
    [
        (True, 1500, 1.5, "milliseconds, as up to Ray 0.6.1"),
        (True, 1.5, 1.5, "seconds, as since Ray 0.6.2"),
        (False, 2, 2, "seconds, as since Ray 0.6.2"),
    ],
)
def test_a_guess_is_told_at_the_first_timed_wait(
    in_milliseconds: bool,
    timeout: float,
    seconds: float,
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    from pong_pg.legacy.shims import ray

    monkeypatch.setattr("pong_pg.legacy.runtime.messages._printed", {})
    for is_guess in (True, False):
        settings.use(settings.Settings(wait_in_milliseconds=in_milliseconds, wait_unit_is_guess=is_guess))
        try:
            assert ray._in_seconds(timeout) == (seconds if is_guess else timeout / (1000 if in_milliseconds else 1))
        finally:
            settings.use(settings.Settings())
    assert capsys.readouterr().err.count(f"ray.wait: timeouts are taken for {told}; ") == 1
