"""Files of a monitor's directory: finding, removing and loading them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pong_pg.legacy.shims.gym import logger

FILE_PREFIX = "openaigym"
MANIFEST_PREFIX = FILE_PREFIX + ".manifest"


def detect_training_manifests(training_dir: Any, files: Any = None) -> list[str]:
    """Return the paths of the monitors' manifests in a directory."""
    return _files(training_dir, MANIFEST_PREFIX, files)


def detect_monitor_files(training_dir: Any) -> list[str]:
    """Return the paths of all files that monitors wrote into a directory."""
    return _files(training_dir, FILE_PREFIX)


def _files(directory: Any, prefix: str, files: Any = None) -> list[str]:
    names = sorted(path.name for path in Path(directory).iterdir()) if files is None else files
    return [str(Path(directory) / name) for name in names if name.startswith(prefix + ".")]


def clear_monitor_files(training_dir: Any) -> None:
    """Remove the files of monitors from a directory."""
    for path in detect_monitor_files(training_dir):
        logger.info("removing %s", path)
        Path(path).unlink()


def load_results(training_dir: Any) -> dict[str, Any] | None:
    """Load what monitors have recorded in a directory; returns None if there are no manifests.

    Returns:
        Episodes in the order in which they ended: `timestamps`, `episode_lengths`, `episode_rewards`,
        `episode_types`, `data_sources`; and `manifests`, `env_info`, `videos`, `initial_reset_timestamp(s)`.
    """
    manifests = detect_training_manifests(training_dir) if Path(training_dir).is_dir() else []
    if not manifests:
        logger.error("there are no manifests of a monitor in %s", training_dir)
        return None
    contents = [json.loads(Path(manifest).read_text()) for manifest in manifests]
    stats = [json.loads((Path(training_dir) / content["stats"]).read_text()) for content in contents]
    columns = ("timestamps", "episode_lengths", "episode_rewards", "episode_types")
    rows = sorted(
        (*row, source)
        for source, stat in enumerate(stats)
        for row in zip(*(stat[name] for name in columns), strict=False)
    )
    starts = [stat["initial_reset_timestamp"] for stat in stats if stat["timestamps"]]
    return {
        "manifests": manifests,
        "env_info": contents[0]["env_info"],
        **{name: [row[number] for row in rows] for number, name in enumerate((*columns, "data_sources"))},
        "initial_reset_timestamps": starts,
        "initial_reset_timestamp": min(starts, default=0),
        "videos": [tuple(str(Path(training_dir) / part) for part in pair) for c in contents for pair in c["videos"]],
    }
