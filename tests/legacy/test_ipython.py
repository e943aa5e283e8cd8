from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SESSION = """
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
shell.history_manager.enabled = False

def cell(text):
    result = shell.run_cell(text)
    assert result.success, text

cell("%load_ext pong_pg")
cell("import gym, numpy as np")
cell("env = gym.make('Pong-v0')\\nobservation = env.reset()\\nobservation, reward, done, info = env.step(2)")
cell("print np.float is float, observation.shape, 7 / 2")
cell("import own; print own.half(7)")
cell("%unload_ext pong_pg")
cell("print(7 / 2)")
assert not shell.run_cell("print 'x'").success
"""


def test_cells_are_old_code_between_load_and_unload(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text("def half(n): return n / 2 if isinstance(n, (int, long)) else None\n")
    done = subprocess.run(
        [sys.executable, "-c", SESSION], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "True (210, 160, 3) 3\n3\n3.5\n" in done.stdout
