"""Print the results of a measurement as tables."""

from __future__ import annotations

from dataclasses import fields
from typing import TextIO

from pong_pg.bench.report import Rate, Report, TimeShares
from pong_pg.game.counts import counted

_BAR_WIDTH = 30


def print_report(report: Report, stream: TextIO) -> None:
    """Print the machine, the speeds, and how the time of an update was spent."""
    from rich.console import Console

    console = Console(file=stream, highlight=False)
    for line in (*machine_lines(report), ""):
        console.print(line, soft_wrap=True, markup=False)
    workers = report.training[-1].workers
    console.print("[bold]Agent steps per second[/bold]")
    console.print(_rates(report))
    console.print(
        "[bold]How the time of an update of REINFORCE is spent[/bold] "
        f"({counted(report.batch_size, 'game')}, {counted(workers, 'worker')}, in % of workers x wall time)",
        soft_wrap=True,
    )
    console.print(_time(report))
    for note in report.notes:
        console.print(f"Note: {note}", soft_wrap=True, markup=False)


def machine_lines(report: Report) -> list[str]:
    """Return two lines that describe the machine and the packages."""
    machine = report.machine
    packages = [f"pong_pg {machine.pong_pg}", f"Python {machine.python}"]
    for name, version in (("NumPy", machine.numpy), ("SciPy", machine.scipy), ("Ray", machine.ray)):
        packages.append(f"{name} {version}" if version else f"no {name}")
    if machine.gymnasium:
        packages.append(f"Gymnasium {machine.gymnasium}")
    cores = counted(machine.cores, "core")
    return [
        f"{machine.cpu}, {cores}, {machine.system}; {machine.date}, measured for {report.seconds:.0f} s",
        ", ".join([*packages, machine.emulator, f"forward pass {machine.forward}"]),
    ]


def _rates(report: Report) -> object:
    from rich.table import Table

    table = Table()
    table.add_column("")
    for column in ("steps/s", "share of raw", "times published"):
        table.add_column(column, justify="right", no_wrap=True)
    table.add_row("raw emulator, one process", f"{report.raw:,.0f}", "1.00", "")
    for name, rate in (
        ("published example, one process", report.published),
        ("REINFORCE, one process", report.one_process),
        ("PPO's rollouts, one process", report.ppo_one_process),
    ):
        if rate is not None:
            table.add_row(name, *_cells(rate))
    table.add_section()
    for algorithm, row in (*(("REINFORCE", row) for row in report.training), ("PPO", report.ppo_training)):
        name = counted(row.workers, "worker") + ("" if row.workers == 1 else f", of {row.workers} x raw")
        table.add_row(f"training by {algorithm}, {name}", f"{row.steps_per_second:,.0f}", f"{row.of_ideal:.2f}", "")
    return table


def _cells(rate: Rate) -> list[str]:
    times = "" if rate.times_published is None else f"{rate.times_published:.2f}"
    return [f"{rate.steps_per_second:,.0f}", f"{rate.of_raw:.2f}", times]


def _time(report: Report) -> object:
    from rich.table import Table

    table = Table(show_header=False)
    for field in fields(TimeShares):
        share = getattr(report.time, field.name)
        table.add_row(field.name, f"{100 * share:5.1f} %", "#" * round(_BAR_WIDTH * share))
    return table
