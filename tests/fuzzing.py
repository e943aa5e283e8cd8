"""Makes damaged and hostile inputs of every kind from valid ones, repeatably, and reads them under watch.

`python tests/fuzzing.py KIND BEGIN END` reads the inputs of these numbers in this process, and prints one JSON
document: how many were accepted and refused, the findings, and the peak memory.
"""

from __future__ import annotations

import contextlib
import importlib
import io
import json
import os
import pickle
import random
import resource
import subprocess
import sys
import tempfile
import time
import warnings
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sample_runs import sample_run
from watched import Watch

ROOT = Path(__file__).parents[1]
# Seconds and megabytes that reading one input may take.
SECONDS = 10.0
MEGABYTES = 500
# At most as many inputs are read before the others, and are not watched.
_FIRST = 30
_NUMBERS = [0, 1, -1, 2**31, 2**63, 10**400, 1e308, float("nan"), float("inf"), -0.5, True]
_VALUES: list[Any] = [*_NUMBERS, None, "", "x\ny\x1b[2J", [], {}, [[]], {"a": 1}, "\ud800"]


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Return bytes of which some were changed, cut, doubled or replaced."""
    content = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 2, 5, 20))):
        place, size = rng.randrange(len(content) or 1), rng.choice((0, 1, 8, 50, len(content)))
        piece = rng.choice(
            (b"\xff" * 8, b"\0" * 8, b"\x7f" + b"\xff" * 7, b"9" * 8, b"(", b"[", b"{", b"'", b"`", b"\\")
        )
        new = rng.choice((b"", rng.randbytes(1), piece, piece * 300, bytes(content[place:][:200])))
        content[place : place + size] = new
    return bytes(content)


def damaged_tree(value: Any, rng: random.Random) -> Any:
    """Return a JSON value of which one part is another."""
    if not value or not isinstance(value, dict | list) or rng.random() < 0.15:
        return rng.choice(_VALUES)
    changed = dict(value) if isinstance(value, dict) else list(value)
    key: Any = rng.choice(list(changed)) if isinstance(changed, dict) else rng.randrange(len(changed))
    match rng.randrange(6):
        case 0:
            del changed[key]
        case 1 if isinstance(changed, dict):
            changed[rng.choice(("x", "seed", "algorithm", "nbformat", "\x1b"))] = rng.choice(_VALUES)
        case _:
            changed[key] = damaged_tree(changed[key], rng)
    return changed


def _npz(members: dict[str, bytes], rng: random.Random, compression: int = zipfile.ZIP_STORED) -> bytes:
    """Return an archive with right checksums, of members of which some were damaged."""
    buffer = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w", compression) as archive:
        warnings.simplefilter("ignore")  # of a name that is there twice, which is the purpose
        for name, data in members.items():
            if rng.random() < 0.1:
                data = damaged(data[:128], rng) + data[128:]
            if rng.random() < 0.03:
                stated = rng.choice(["(-1,)", "(10**9,)", f"({10**12},)", "(" * 300, "(6400, 1)"])
                descr = rng.choice(["<f4", "<f8", ">f4", "<U3", "|O"])
                header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {stated}, }}"
                data = b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header.encode()
            for _ in range(2 if rng.random() < 0.01 else 1):
                archive.writestr(name, data)
    return buffer.getvalue()


def _members(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _checkpoints(folder: Path) -> list[Any]:
    from pong_pg.ppo.config import PPOConfig
    from pong_pg.ppo.state import PPOState
    from pong_pg.reinforce.config import ReinforceConfig
    from pong_pg.reinforce.state import ReinforceState
    from pong_pg.training.checkpoint import save

    save(folder / "a.npz", ReinforceState.initial(ReinforceConfig(hidden=1)))
    save(folder / "b.npz", PPOState.initial(PPOConfig(hidden=1, num_envs=2)))
    return [(data.read_bytes(), _members(data)) for data in (folder / "a.npz", folder / "b.npz")]


def _write_checkpoint(folder: Path, valid: Any, rng: random.Random) -> Path:
    data, members = valid
    choice = rng.random()
    if choice < 0.3:
        data = damaged(data, rng)
    else:
        members = dict(members)
        if choice < 0.65:
            raw = members["header.npy"]
            start = raw.index(b"\n") + 1
            text = json.dumps(damaged_tree(json.loads(raw[start:]), rng)).encode()
            if rng.random() < 0.1:
                text = rng.choice((b"[" * 100_000, b"9" * 5000, b'{"a":' * 5000, damaged(text, rng)))
            array = io.BytesIO()
            np.lib.format.write_array(array, np.frombuffer(text, np.uint8))
            members["header.npy"] = array.getvalue()
        data = _npz(members, rng, rng.choice((0, 0, 0, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2)))
        if rng.random() < 0.2:
            data = data[:-300] + damaged(data[-300:], rng)
    path = folder / "input.npz"
    path.write_bytes(data)
    return path


def _save_ps(_: Path) -> list[bytes]:
    numbers = np.random.default_rng(0)
    models: list[Any] = [
        {"W1": numbers.standard_normal((1, 6400)), "W2": numbers.standard_normal(1)},
        {"W1": np.full((1, 6400), np.inf), "W2": np.zeros(1)},
    ]
    return [pickle.dumps(model, protocol) for model in models for protocol in range(6)]


_OPCODES = [
    bytes([code]) for code in b"(.012FIJKLMNPQRSTUVXabcdeghijlopqrstu}])B\x80\x81\x82\x8a\x8b\x8c\x8d\x8e\x93\x95"
]
_SNIPPETS = [
    b"cos\nsystem\n(S'touch fired'\ntR",
    b"cbuiltins\neval\n(S'1'\ntR",
    b"r\xff\xff\xff\x7f",
    b"\x8e" + (2**40).to_bytes(8, "little"),
    b"\x95" + b"\xff" * 8,
    b"}" * 1000,
    b"(" * 5000,
    b"L" + b"9" * 5000 + b"L\n",
    b"c_codecs\nencode\n(Xd\0\0\0" + b"x" * 100 + b"X\6\0\0\0latin1tR",
]


def _write_save_p(folder: Path, valid: bytes, rng: random.Random) -> Path:
    # The structure is in the first and last bytes; the array is in between.
    places = [*range(min(250, len(valid))), *range(max(0, len(valid) - 250), len(valid))]
    data = bytearray(valid)
    for _ in range(rng.choice((1, 1, 2, 4))):
        place = rng.choice(places)
        data[place : place + rng.randrange(2)] = rng.choice((*_OPCODES, *_SNIPPETS))
    if rng.random() < 0.3:
        data = bytearray(damaged(bytes(data), rng))
    (folder / "save.p").write_bytes(data)
    return folder / "save.p"


def _runs(folder: Path) -> list[Path]:
    return [sample_run(folder, name) for name in ("ppo", "reinforce")]


def _write_run(folder: Path, valid: Path, rng: random.Random) -> Path:
    for name in ("config.json", "metrics.jsonl", "metrics.csv"):
        (folder / name).write_bytes((valid / name).read_bytes())
    path = folder / rng.choice(("config.json", "metrics.jsonl", "metrics.csv"))
    lines = path.read_bytes().splitlines() if path.suffix == ".jsonl" else [path.read_bytes()]
    number = rng.randrange(len(lines))
    if path.suffix != ".csv" and rng.random() < 0.6:
        lines[number] = json.dumps(damaged_tree(json.loads(lines[number]), rng)).encode()
    else:
        lines[number] = damaged(lines[number], rng)
    path.write_bytes(b"\n".join(lines) + b"\n")
    return folder


def _scripts(_: Path) -> list[bytes]:
    found = [
        *sorted((ROOT / "examples").glob("2*/*.py")),
        *sorted((ROOT / "tests" / "originals" / "idioms").glob("*/*.py")),
    ]
    return [data for path in found if len(data := path.read_bytes()) < 1500]


def _write_script(folder: Path, valid: bytes, rng: random.Random) -> Path:
    (folder / "script.py").write_bytes(damaged(valid, rng))
    return folder / "script.py"


def _notebooks(_: Path) -> list[Any]:
    source = ["import gym\n", "print 1"]
    code: dict[str, Any] = {
        "cell_type": "code",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
        "source": source,
    }
    cells = [code, {"cell_type": "markdown", "metadata": {}, "source": "# text"}]
    language = {"kernelspec": {"name": "python2"}, "language_info": {"name": "python", "version": "2.7"}}
    return [{"cells": cells, "metadata": language, "nbformat": 4, "nbformat_minor": 2}]


def _write_notebook(folder: Path, valid: Any, rng: random.Random) -> Path:
    text = json.dumps(damaged_tree(valid, rng)).encode()
    (folder / "notebook.ipynb").write_bytes(text if rng.random() < 0.7 else damaged(text, rng))
    return folder / "notebook.ipynb"


def _read_policy(path: Path) -> None:
    import pong_pg

    pong_pg.load(path)


def _read_run(path: Path) -> None:
    from pong_pg.viewing.curves import grouped, print_comparison, read_run

    print_comparison(grouped([read_run(path)]), io.StringIO())


def _read_script(path: Path) -> None:
    from pong_pg import cli

    for command in (["run", "--check", str(path)], ["modernize", "--diff", str(path)]):
        options = cli.build_parser().parse_args(command)
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
            options.run(options)


class Kind(NamedTuple):
    """What makes valid inputs in a folder, what writes a damaged one of them, and what reads it."""

    valid: Callable[[Path], list[Any]]
    write: Callable[[Path, Any, random.Random], Path]
    read: Callable[[Path], None]


KINDS = {
    "checkpoint": Kind(_checkpoints, _write_checkpoint, _read_policy),
    "save.p": Kind(_save_ps, _write_save_p, _read_policy),
    "run": Kind(_runs, _write_run, _read_run),
    "script": Kind(_scripts, _write_script, _read_script),
    "notebook": Kind(_notebooks, _write_notebook, _read_script),
}


def read(kind: str, path: Path) -> str:
    """Read an input; return "accepted", "refused", or what is wrong with how it was refused."""
    from pong_pg.errors import PongPGError

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            KINDS[kind].read(path)
        except PongPGError as error:
            text = str(error)
            good = text and text.isprintable() and "please report" not in text
            return "refused" if good else f"bad message {text!r:.300}"
        except BaseException as error:  # all else is a finding
            return f"{type(error).__name__}: {error!s:.300}"
    return "accepted"


def run(kind: str, begin: int, end: int) -> dict[str, Any]:
    """Read the inputs of these numbers; return counts, findings and peak memory."""
    counts = {"accepted": 0, "refused": 0}
    findings: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        os.chdir(name)
        tempfile.tempdir = name
        folder = Path(name)
        valid = KINDS[kind].valid(folder)

        def written(number: int) -> Path:
            rng = random.Random(f"{kind} {number}")
            return KINDS[kind].write(folder, rng.choice(valid), rng)

        # Reading some imports what is needed, which executes the code of modules.
        for number in range(-min(_FIRST, end - begin), 0):
            read(kind, written(number))
        watch = watch_of(kind, folder)
        for number in range(begin, end):
            path = written(number)
            began = time.monotonic()
            with watch.watching():
                outcome = read(kind, path)
            if outcome in counts:
                counts[outcome] += 1
            else:
                findings.append(f"{kind} {number}: {outcome}")
            if (seconds := time.monotonic() - began) > SECONDS:
                findings.append(f"{kind} {number}: {seconds:.1f} s")
            if watch.seen:
                findings.append(f"{kind} {number}: {watch.seen[:5]}")
                watch.seen.clear()
        os.chdir(ROOT)
    return {**counts, "findings": findings, "megabytes": _peak_megabytes()}


def check(kind: str, begin: int, end: int) -> None:
    """Fail unless the inputs of these numbers are read or refused as they should be, in a process of its own."""
    command = [sys.executable, __file__, kind, str(begin), str(end)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["findings"] == []
    assert result["accepted"] + result["refused"] == end - begin
    assert result["megabytes"] < MEGABYTES


def _peak_megabytes() -> int:
    """Return the peak memory of this process."""
    status = Path("/proc/self/status")
    if status.exists():
        # Linux counts the memory of the process that has started this one in its ru_maxrss.
        (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) // 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 2**20


def watch_of(kind: str, folder: Path) -> Watch:
    """Return the watch over what reading a kind of input makes Python do."""
    if kind in {"checkpoint", "save.p"}:
        return Watch(None, packages={"numpy", "pong_pg"})
    # It imports attrs, where that is installed, when something is first printed.
    importlib.import_module("rich.pretty")
    # What is modernised is tidied by ruff, in a process of its own.
    ruff = [sys.executable, "-m", "ruff", "check", "--isolated"]
    return Watch(folder, packages={"numpy", "pong_pg", "rich", "ruff"}, program=None if kind == "run" else ruff)


if __name__ == "__main__":
    print(json.dumps(run(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))))
