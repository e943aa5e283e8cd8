from __future__ import annotations

import signal
import sys
from pathlib import Path

import nbformat
import psutil
import pytest
from leftovers import Program, script

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere they stay, as in Python itself")

HELPERS = """
import concurrent.futures, multiprocessing, os, time

def work(*_):
    time.sleep(600)

def pid(_):
    return os.getpid()

if __name__ == "__main__":
    daemon = multiprocessing.Process(target=work)
    daemon.daemon = True
    daemon.start()
    pool = multiprocessing.get_context("{method}").Pool(1)
    executor = concurrent.futures.ProcessPoolExecutor(1)
    helpers = [daemon.pid, *pool.map(pid, [0]), *executor.map(pid, [0])]
    print(*helpers, flush=True)
    {end}
"""


@pytest.mark.every_python
@pytest.mark.parametrize(
    ("method", "end", "status"),
    [
        ("fork", "os.kill(os.getpid(), 9)", -signal.SIGKILL),
        ("spawn", "os._exit(3)", 3),
        ("forkserver", "os.kill(os.getpid(), 1)", -signal.SIGHUP),
    ],
)
def test_helpers_end_with_a_script_that_is_killed(method: str, end: str, status: int, tmp_path: Path) -> None:
    with script(tmp_path, HELPERS.format(method=method, end=end)) as driver:
        assert driver.process.wait(60) == status
        assert len(driver.out.split()) == 3
        assert driver.left_after(20) == []


LATER = """
import multiprocessing, os, threading, time

def work(queue):
    time.sleep(1)
    queue.put("still here")

queue = multiprocessing.Queue()

def start():
    child = multiprocessing.Process(target=work, args=(queue,))
    child.daemon = True
    child.start()
    # The kernel takes the thread for the parent, and tells the child of its end.
    time.sleep(0.5)

thread = threading.Thread(target=start)
thread.start()
thread.join()
print(queue.get(timeout=60), flush=True)
child = multiprocessing.Process(target=time.sleep, args=(600,))
child.start()
print(child.pid, flush=True)
os._exit(0)
"""


def test_a_daemon_outlives_its_thread_and_other_children_their_parent(tmp_path: Path) -> None:
    with script(tmp_path, LATER) as driver:
        assert driver.process.wait(60) == 0
        said, child = driver.out.splitlines()
        assert said == "still here"
        assert driver.left_after(1)
        assert psutil.pid_exists(int(child))


def test_a_notebook_that_is_killed_leaves_no_temporary_folder(tmp_path: Path) -> None:
    cell = nbformat.v4.new_code_cell("import time\nprint('ready', flush=True)\ntime.sleep(600)")
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), tmp_path / "n.ipynb")
    with Program([sys.executable, "-m", "pong_pg", "run", "n.ipynb"], tmp_path) as driver:
        driver.wait_for("ready")
        assert driver.files()
        driver.send(signal.SIGKILL)
        assert driver.process.wait(60) == -signal.SIGKILL
        assert driver.left_after(10) == []
        assert driver.files() == set()


WITH_RAY = """
import os, ray, time
ray.init(num_cpus=1)

@ray.remote
class Player(object):
    def pid(self):
        return os.getpid()

print(ray.get(Player.remote().pid.remote()), flush=True)
time.sleep(600)
"""


@pytest.mark.ray
def test_a_script_with_ray_that_is_killed_leaves_no_process(tmp_path: Path) -> None:
    with script(tmp_path, WITH_RAY) as driver:
        driver.wait_for("\n")
        driver.send(signal.SIGKILL)
        assert driver.process.wait(60) == -signal.SIGKILL
        assert driver.left_after(20) == []
