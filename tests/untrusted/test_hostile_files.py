"""What fuzzing has found, and what is too rare to be found by it: each file is refused in one line."""

from __future__ import annotations

import json
import os
import resource
import sys
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fuzzing
import pytest

import pong_pg
from pong_pg import cli
from pong_pg.errors import CheckpointError, PongPGError
from pong_pg.game.metrics import column_names
from pong_pg.ppo.metrics import PPOMetrics
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.state import ReinforceState
from pong_pg.training.checkpoint import save
from pong_pg.untrusted.json_text import parse_json


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    save(tmp_path / "one.npz", ReinforceState.initial(ReinforceConfig(hidden=2)))
    return tmp_path / "one.npz"


def _rewrite(path: Path, change: Callable[[dict[str, bytes]], Any], compression: int = zipfile.ZIP_STORED) -> None:
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, data in members.items():
            archive.writestr(name, data)


def _refused(path: Path, complaint: str) -> None:
    with pytest.raises(CheckpointError, match=complaint) as caught:
        pong_pg.load(path)
    assert str(caught.value).isprintable()


def test_a_zip_bomb_is_refused_before_it_is_unpacked(saved: Path) -> None:
    _rewrite(saved, lambda members: members.update({"W1.npy": bytes(100_000_000)}), zipfile.ZIP_DEFLATED)
    assert saved.stat().st_size < 10**6
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    _refused(saved, "it is compressed")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000


def test_a_directory_of_an_archive_that_is_too_long_or_names_a_member_twice_is_refused(saved: Path) -> None:
    with zipfile.ZipFile(saved, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr("W1.npy", b"")
    _refused(saved, "two of its members have the same name")
    with zipfile.ZipFile(saved, "a") as archive:
        for number in range(20_000):
            archive.writestr(f"{number:060d}", b"")
    _refused(saved, "its directory is too long")


@pytest.mark.parametrize(
    ("program", "complaint"),
    [
        (b"]r\xff\xff\xff\x7f.", "must hold a dictionary"),
        (b"\x8e" + (2**40).to_bytes(8, "little") + b".", "can be loaded"),
        (b"(dp0\nS'W1'\n", r"\(it is cut short\)"),
        (b"L" + b"9" * 10**6 + b"L\n.", "Exceeds the limit"),
        (b"cnumpy.core.numeric\n_frombuffer\n(J\xff\xff\xff\x7fcnumpy\ndtype\n(S'f8'\ntR(I1\ntS'C'\ntR.", "bytes-like"),
        (
            b"c_codecs\nencode\nq\0X\xe8\x03\0\0" + b"x" * 1000 + b"q\x01" + b"0h\0h\x01X\1\0\0\0l\x86R" * 100 + b".",
            "makes more bytes",
        ),
    ],
)  # fmt: skip
def test_a_pickle_that_asks_for_memory_is_refused_and_does_not_get_it(
    tmp_path: Path, program: bytes, complaint: str
) -> None:
    (tmp_path / "save.p").write_bytes(program)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    _refused(tmp_path / "save.p", complaint)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000


@pytest.mark.timeout(20)
@pytest.mark.parametrize("kind", ["pipe", "device"])
@pytest.mark.parametrize("command", [["eval"], ["run", "--check"]])
def test_a_pipe_and_a_device_are_refused_at_once(
    tmp_path: Path, kind: str, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "file.py"
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero")
    assert cli.main([*command, str(path)]) == 2
    errors = capsys.readouterr().err
    assert len(errors.splitlines()) == 1
    assert "must be a regular file" in errors


def test_a_huge_file_of_zeros_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "zeros").open("wb") as file:
        file.truncate(2**29)
    tracemalloc.start()
    try:
        _refused(tmp_path / "zeros", "it is larger than 65536 kB")
        # No more than the limit was read.
        assert tracemalloc.get_traced_memory()[1] < 2**28
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("text", ["[" * 100_000, "[NaN]", "[" + "1," * 600_000 + "1]", "9" * 5000 + "9" * 5000, "{"])
def test_json_that_is_none_or_too_much_is_a_value_error(text: str) -> None:
    if text.startswith("9") and sys.version_info < (3, 11):
        pytest.skip("this Python reads such numbers")
    with pytest.raises(ValueError):  # noqa: PT011 - of the parser's own words
        parse_json(text)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 50_000,
        "x = " + "+".join("a" * 400),
        "print 1\nx = " + "`" * 500 + "1" + "`" * 500,
        "a = b = \0",
        "print 1\n" * 20_001,
        "x = 'a'\n" + "x = x + x\n" * 60 + "import sys\nsys.path.append(x)\nprint 1 2",
        "import sys\nsys.path.append('{:9999999999}'.format(1))\nprint 1 2",
    ],
)
def test_a_script_that_breaks_parsers_is_refused_in_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "script.py").write_text(text)
    options = cli.build_parser().parse_args(["modernize", "--diff", str(tmp_path / "script.py")])
    with pytest.raises(PongPGError) as caught:
        options.run(options)
    assert str(caught.value).isprintable()
    assert "please report" not in str(caught.value)


@pytest.mark.parametrize(
    "change",
    [{"games": None}, {"seconds": "x"}, {"update": True}, {"games": 10**400}, {"mean_return": 1e300}, {"kl": "x"}],
)
def test_a_row_of_metrics_with_something_else_is_refused(tmp_path: Path, change: dict[str, Any]) -> None:
    from pong_pg.training.directory import read_metrics

    row = dict.fromkeys(column_names(PPOMetrics), 1)
    (tmp_path / "metrics.jsonl").write_text(json.dumps(row) + "\n")
    assert read_metrics(tmp_path)[0].games == 1
    (tmp_path / "metrics.jsonl").write_text(json.dumps({**row, **change}) + "\n")
    with pytest.raises(PongPGError, match="can't be read"):
        read_metrics(tmp_path)


@pytest.mark.parametrize(
    ("kind", "count"), [("checkpoint", 60), ("save.p", 60), ("run", 20), ("script", 5), ("notebook", 5)]
)
def test_some_fuzzed_inputs_of_each_kind_are_read_or_refused(kind: str, count: int) -> None:
    fuzzing.check(kind, 0, count)
