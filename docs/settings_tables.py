"""Tables of the settings of each algorithm, for the reference of the documentation site."""

from __future__ import annotations

import dataclasses
from typing import Any

from pong_pg.config import TrainConfig
from pong_pg.registry import config_types
from pong_pg.settings import settings_of


def settings_tables() -> dict[str, str]:
    """Return Markdown tables by name: `settings` of all algorithms, and `settings_ppo` of what only PPO has."""
    shared = settings_of(TrainConfig)
    tables = {"settings": _table(TrainConfig, set(shared))}
    for algorithm, config_type in config_types().items():
        own = set(settings_of(config_type)) - set(shared)
        tables[f"settings_{algorithm}"] = _table(config_type, own)
    return tables


def _table(config_type: type[TrainConfig], names: set[str]) -> str:
    rows = ["| setting | default | meaning |", "| --- | --- | --- |"]
    for name, (about, default) in settings_of(config_type).items():
        if name in names:
            listed = about.metavar.strip("{}").split(",") if about.metavar.startswith("{") else ()
            choices = ", ".join(f"`{choice}`" for choice in listed)
            meaning = about.help.replace("|", "\\|") + (f"; one of {choices}" if choices else "")
            decides = "" if about.decides_result else " †"
            rows.append(f"| `{name}`{decides} | {_shown(default)} | {meaning} |")
    return "\n".join(rows)


def _shown(default: Any) -> str:
    if default is dataclasses.MISSING or default in (None, ""):
        return ""
    return f"`{default!r}`"
