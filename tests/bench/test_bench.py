from __future__ import annotations

import dataclasses
import io
import json
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from stack import HAS_GYMNASIUM

from pong_pg.bench.machine import Machine, cpu_model_in
from pong_pg.bench.measure import Budget, measure, notes_on
from pong_pg.bench.plot import write_plot
from pong_pg.bench.progress import PlainProgress
from pong_pg.bench.report import (
    Rate,
    Report,
    TimeShares,
    Training,
    Turn,
    rate_of,
    time_shares,
    training_of,
    worker_counts,
)
from pong_pg.bench.table import print_report
from pong_pg.cli import main
from pong_pg.errors import ConfigError
from pong_pg.reinforce.workers import Spent

TINY = Budget(rounds=2, seconds=0, raw_seconds=0, training_turns=2, training_turn=0)
# The command, with one short round in one process, since it is interrupted later.
HURRIED = """
import functools, sys
from pong_pg.bench import measure
from pong_pg.cli import main
measure.Budget = functools.partial(measure.Budget, rounds=1, seconds=0)
sys.exit(main(["bench", "--workers", "1", "--batch-size", "1"]))
"""


def report(**changes: object) -> Report:
    machine = Machine(
        date="2026-01-02T03:04:05+00:00",
        cpu="A Processor [1 GHz]",
        cores=4,
        system="Linux x86_64",
        pong_pg="0.1.0",
        python="3.12.1",
        numpy="2.4.6",
        scipy=None,
        ray="2.60.0",
        gymnasium="1.4.0",
        emulator="ale-py 0.12.1",
        forward="compiled by cc",
    )
    whole = Report(
        machine=machine,
        batch_size=10,
        seconds=61.4,
        raw=10_000.0,
        one_process=Rate(8_000.0, 0.8, 2.0),
        published=Rate(4_000.0, 0.4, 1.0),
        ppo_one_process=Rate(9_500.0, 0.95, 2.375),
        ppo_training=Training(4, 40, 34_000.0, 0.85),
        training=[Training(1, 9, 7_500.0, 0.75), Training(4, 30, 26_000.0, 0.65)],
        time=TimeShares(play=0.7, gradient=0.1, transfer=0.05, optimiser=0.05, idle=0.1),
        notes=["a note [of 1]"],
    )
    return dataclasses.replace(whole, **changes)  # type: ignore[arg-type]


def test_shares_of_time_by_hand() -> None:
    shares = time_shares(Spent(play=12.0, gradient=2.0, transfer=0.5), optimiser=0.25, workers=2, wall=10.0)
    assert dataclasses.asdict(shares) == pytest.approx(
        {"play": 0.6, "gradient": 0.1, "transfer": 0.05, "optimiser": 0.025, "idle": 0.225}
    )


@pytest.mark.parametrize(
    ("spent", "optimiser", "workers"),
    [
        (Spent(), 0.0, 1),
        (Spent(play=9.0, gradient=0.5, transfer=3.0), 0.2, 1),
        (Spent(play=25.0, gradient=8.0, transfer=0.1), 0.3, 3),
        (Spent(play=70.0), 11.0, 7),
    ],
)
def test_shares_of_time_add_up_to_one(spent: Spent, optimiser: float, workers: int) -> None:
    shares = dataclasses.astuple(time_shares(spent, optimiser, workers, wall=10.0))
    assert sum(shares) == pytest.approx(1.0)
    assert all(0 <= share <= 1 for share in shares)


def test_a_transfer_while_workers_play_is_counted_once() -> None:
    shares = time_shares(Spent(play=19.0, transfer=3.0), optimiser=0.0, workers=2, wall=10.0)
    assert (shares.play, shares.transfer, shares.idle) == pytest.approx((0.95, 0.05, 0.0))


def test_shares_of_raw_are_medians_of_the_turns_shares() -> None:
    # The machine is twice as fast in the second turn: the median of the rates says less than that of the shares.
    ours = [Turn(80, 100), Turn(160, 200), Turn(90, 100)]
    theirs = [Turn(40, 100), Turn(80, 200), Turn(30, 100)]
    assert rate_of(ours, theirs) == Rate(90, 0.8, 2.0)
    assert rate_of(theirs, theirs) == Rate(40, 0.4, 1.0)
    assert rate_of(ours, []).times_published is None
    assert training_of(2, ours, 7) == Training(2, 7, 90, 0.4)


@pytest.mark.parametrize(
    ("largest", "counts"),
    [(1, [1]), (2, [1, 2]), (3, [1, 2, 3]), (4, [1, 2, 4]), (10, [1, 2, 4, 8, 10]), (64, [1, 4, 8, 16, 64])],
)
def test_numbers_of_workers(largest: int, counts: list[int]) -> None:
    assert worker_counts(largest) == counts


def test_numbers_of_workers_go_up_to_the_largest() -> None:
    for largest in range(1, 300):
        counts = worker_counts(largest)
        assert (counts[0], counts[-1]) == (1, largest)
        assert counts == sorted(set(counts))
        assert len(counts) <= 5


def test_the_model_name_of_the_processor_is_the_kernels() -> None:
    assert cpu_model_in("processor\t: 0\nmodel\t\t: 17\nmodel name\t: AMD EPYC\n\nmodel name\t: other\n") == "AMD EPYC"
    assert cpu_model_in("processor\t: 0\nBogoMIPS\t: 108.00\nModel\t\t: Raspberry Pi 4\n") == "Raspberry Pi 4"
    assert cpu_model_in("")


@pytest.mark.ray
def test_a_tiny_measurement_is_consistent(local_ray: None) -> None:
    lines = io.StringIO()
    found = measure(2, 2, PlainProgress(lines), TINY)
    assert [row.workers for row in found.training] == [1, 2]
    assert all(row.updates == 2 and row.steps_per_second > 0 and row.of_ideal > 0 for row in found.training)
    assert sum(dataclasses.astuple(found.time)) == pytest.approx(1.0)
    assert found.time.play > 0.1
    # ALE alone; the console in C plays many times as fast.
    assert found.raw > found.one_process.steps_per_second * 0.02
    assert (found.published is not None) == (found.one_process.times_published is not None) == HAS_GYMNASIUM
    assert found.batch_size == 2
    assert found.machine.cores >= 1
    printed = lines.getvalue().splitlines()
    assert "Bench: starting Ray" in printed
    assert len([line for line in printed if line.startswith("Bench turn ")]) == 8
    assert printed[-1].startswith("Bench turn 8 of 8: PPO, 2 workers ")
    assert found.ppo_training.workers == 2
    assert found.ppo_training.updates == 2
    assert 0 < found.ppo_one_process.of_raw < 50
    assert 0 < found.ppo_training.of_ideal < 50


@pytest.mark.ray
def test_without_gymnasium_a_note_says_what_is_not_measured(local_ray: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pong_pg.bench.measure.installed_version", lambda _: None)
    found = measure(1, 1, PlainProgress(io.StringIO()), dataclasses.replace(TINY, rounds=1, training_turns=1))
    assert found.published is None
    assert found.one_process.times_published is None
    assert "pip install 'pong-pg[gymnasium]'" in found.notes[0]


def test_notes_on_the_cpus() -> None:
    assert notes_on(None, 2, 2, load=0.3) == []
    assert notes_on(2, 2, 8, load=1.0) == []
    assert notes_on(4, 4, 2, load=0.0) == ["4 workers share 2 CPUs: more workers than CPUs are no faster"]
    (note,) = notes_on(None, 10, 32, load=0.0)
    assert note.startswith("32 CPUs, but a batch of 10 games can use only 10: increase --batch-size")
    (note,) = notes_on(None, 2, 2, load=1.5)
    assert note.startswith("other programs were using the CPUs at the start (load 1.5 on 2 CPUs)")


def test_more_workers_than_games_are_refused() -> None:
    with pytest.raises(ConfigError, match="workers must be at most the batch size, 3"):
        measure(4, 3, PlainProgress(io.StringIO()), TINY)


def test_json_holds_everything() -> None:
    document = json.loads(report().to_json())
    assert list(document) == [field.name for field in dataclasses.fields(Report)]
    assert document["machine"]["cpu"] == "A Processor [1 GHz]"
    assert document["machine"]["scipy"] is None
    assert document["training"][1] == {"workers": 4, "updates": 30, "steps_per_second": 26000.0, "of_ideal": 0.65}
    assert set(document["time"]) == {"play", "gradient", "transfer", "optimiser", "idle"}
    assert document["published"]["of_raw"] == 0.4


def test_the_tables_have_all_results() -> None:
    stream = io.StringIO()
    print_report(report(), stream)
    text = stream.getvalue()
    for part in (
        "A Processor [1 GHz], 4 cores, Linux x86_64; 2026-01-02T03:04:05+00:00, measured for 61 s",
        (
            "pong_pg 0.1.0, Python 3.12.1, NumPy 2.4.6, no SciPy, Ray 2.60.0, Gymnasium 1.4.0, ale-py 0.12.1, "
            "forward pass compiled by cc"
        ),
        "10 games, 4 workers",
        "70.0 %",
        "Note: a note [of 1]",
    ):
        assert part in text
    rows = [" ".join(line.replace("│", " ").split()) for line in text.splitlines()]
    assert "raw emulator, one process 10,000 1.00" in rows
    assert "REINFORCE, one process 8,000 0.80 2.00" in rows
    assert "PPO's rollouts, one process 9,500 0.95 2.38" in rows
    assert "published example, one process 4,000 0.40 1.00" in rows
    assert "training by REINFORCE, 4 workers, of 4 x raw 26,000 0.65" in rows
    assert "training by PPO, 4 workers, of 4 x raw 34,000 0.85" in rows


def test_the_table_without_the_published_example() -> None:
    stream = io.StringIO()
    print_report(report(published=None, one_process=Rate(8_000.0, 0.8, None)), stream)
    assert "published example" not in stream.getvalue()


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"published": None, "training": [Training(1, 9, 7_500.0, 0.75)]},
        {"training": [Training(count, 9, 7_000.0 * count, 0.7) for count in (1, 4, 8, 16, 64)]},
    ],
)
def test_the_plot_is_a_png(tmp_path: Path, changes: dict[str, object]) -> None:
    pytest.importorskip("matplotlib")
    path = tmp_path / "bench.png"
    write_plot(report(**changes), path)
    content = path.read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", content[16:24])
    assert 800 <= width <= 3000
    assert 400 <= height <= 2000
    assert 10_000 < len(content) < 1_000_000
    assert [path.name for path in tmp_path.iterdir()] == ["bench.png"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--workers", "0"], "--workers: must be an integer of at least 1; got '0'"),
        (["--workers", "two"], "--workers: must be an integer of at least 1; got 'two'"),
        (["--batch-size", "0"], "--batch-size: must be an integer from 1"),
        (["--workers", "11"], "--workers must be at most the batch size, 10 (--batch-size); got 11"),
        (["--force"], "--force needs --plot"),
        (["--plot", "bench.svg"], "--plot writes a PNG"),
        (["--plot", "missing/bench.png"], "there is no directory missing"),
        (["--plot", "old.png"], "--plot old.png exists already"),
        (["--plot", "dir.png"], "--plot dir.png is a directory"),
    ],
)
def test_mistakes_are_reported_in_one_line_before_anything_is_measured(
    arguments: list[str],
    complaint: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if "--plot" in arguments:
        pytest.importorskip("matplotlib")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "old.png").touch()
    (tmp_path / "dir.png").mkdir()
    try:
        status: object = main(["bench", *arguments])
    except SystemExit as ended:
        status = ended.code
    out, err = capsys.readouterr()
    assert status == 2
    assert complaint in err
    assert (out, err.count("\n")) == ("", 1)


def test_missing_matplotlib_is_reported_before_anything_is_measured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert main(["bench", "--plot", str(tmp_path / "bench.png")]) == 2
    out, err = capsys.readouterr()
    assert "--plot needs the package matplotlib" in err
    assert "run  pip install 'pong-pg[plot]'" in err
    assert (out, err.count("\n")) == ("", 1)


@pytest.mark.parametrize("on_terminal", [False, True])
def test_the_command_prints_what_was_measured(
    on_terminal: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pytest.importorskip("matplotlib")
    asked = []

    def fake(workers: int | None, batch_size: int, progress: PlainProgress) -> Report:
        asked.append((workers, batch_size))
        progress.expect(2)
        progress.say("doing")
        progress.turn("done")
        return report()

    monkeypatch.setattr("pong_pg.bench.measure.measure", fake)
    monkeypatch.setattr(sys.stdout if not on_terminal else sys.stderr, "isatty", lambda: on_terminal)
    path = tmp_path / "bench.png"
    path.touch()
    assert main(["bench", "--json", "--workers", "3", "--plot", str(path), "--force"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == json.loads(report().to_json())
    assert f"Wrote {path}" in err
    assert ("Bench turn 1 of 2: done" in err) != on_terminal
    assert path.stat().st_size > 10_000
    assert main(["bench", "--batch-size", "4"]) == 0
    out, err = capsys.readouterr()
    assert "Bench: doing\nBench turn 1 of 2: done\n" in out
    assert "training by PPO, 4 workers" in out
    assert err == ""
    assert asked == [(3, 10), (None, 4)]


@pytest.mark.ray
@pytest.mark.parametrize(
    ("number", "moment"),
    [
        (signal.SIGINT, "warming up"),
        (signal.SIGINT, "starting Ray"),
        (signal.SIGINT, "starting 1 worker"),
        (signal.SIGINT, "training with 1 worker"),
        (signal.SIGTERM, "training with 1 worker"),
    ],
)
def test_ctrl_c_and_sigterm_end_it_cleanly(number: signal.Signals, moment: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HURRIED], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as bench:
        assert bench.stdout is not None
        assert any(moment in line for line in bench.stdout)
        if moment == "starting Ray":
            time.sleep(1.5)
        family = psutil.Process(bench.pid).children(recursive=True)
        bench.send_signal(number)
        _, errors = bench.communicate(timeout=60)
    assert bench.returncode == 128 + number
    assert "Traceback" not in errors
    # Ray's agents notice by themselves that their raylet has gone, and take their time.
    _, alive = psutil.wait_procs(family, timeout=120)
    assert not alive
