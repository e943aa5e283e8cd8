from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from old_scripts import command, prints, run, run_text, write

AS_PYTHON = """
    '''doc'''
    import atexit, os, sys
    atexit.register(lambda: print("bye"))
    print(sys.argv[1:], __name__, os.path.basename(__file__), sys.path[0] == os.path.dirname(__file__))
    print(__doc__, os.getcwd(), sys.modules["__main__"].__dict__ is globals(), __spec__, __package__)
    print(sorted(name for name in globals() if not name.startswith("__")))
    print(sys.stdin.read().upper())
    sys.stderr.write("to stderr\\n")
    sys.exit(int(sys.argv[1]))
"""


def test_a_script_runs_as_under_python(tmp_path: Path) -> None:
    script = write(tmp_path / "sub", AS_PYTHON)
    plain = subprocess.run(
        [sys.executable, script, "7", "--x=1"], input="in", capture_output=True, text=True, cwd=tmp_path, check=False
    )
    ours = run(script, "7", "--x=1", stdin="in", cwd=tmp_path)
    assert ours.returncode == plain.returncode == 7
    assert ours.stdout == plain.stdout
    assert "to stderr\n" in ours.stderr


@pytest.mark.parametrize(
    ("end", "status"), [("", 0), ("raise SystemExit", 0), ("raise SystemExit(3)", 3), ("raise SystemExit('why')", 1)]
)
def test_the_exit_status_is_the_scripts(tmp_path: Path, end: str, status: int) -> None:
    assert run_text(tmp_path, end).returncode == status


FAILS = """
    import sibling

    def outer():
        sibling.inner([1], 7)

    try:
        outer()
    except IndexError:
        outer()
"""
SIBLING = """
    import numpy

    def inner(values, index):
        values[index] = numpy.float(3)
"""


@pytest.mark.every_python
def test_a_traceback_is_pythons_own(tmp_path: Path) -> None:
    script = write(tmp_path, FAILS)
    write(tmp_path, SIBLING.replace("numpy.float", "numpy.float64"), "sibling.py")
    plain = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    ours = run(script)
    assert ours.returncode == plain.returncode == 1
    assert "IndexError" in plain.stderr
    # The carets under a line are left out where the code was rewritten.
    assert _without_carets(plain.stderr) in _without_carets(ours.stderr)


def _without_carets(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if line.strip(" ~^\n"))


@pytest.mark.every_python
def test_a_traceback_of_python_2_points_at_its_lines(tmp_path: Path) -> None:
    done = run_text(tmp_path, "import sys\n\nprint 'before'\n\ndef f((a, b)):\n    return a[b]\n\nf(([], 1))\n")
    assert 'script.py", line 8, in <module>' in done.stderr
    assert 'script.py", line 6, in f\n    return a[b]' in done.stderr


def test_neighbours_are_old_code_too(tmp_path: Path) -> None:
    write(tmp_path, "print 'loaded', __name__\ndef half(n): return n / 2\n", "functions.py")
    write(tmp_path, "import part\nvalue = part.value\n", "package/__init__.py")
    write(tmp_path, "import numpy as np\nvalue = np.float\n", "package/part.py")
    lines = prints(tmp_path, "import functions, package\nprint(functions.half(7), package.value is float)\n")
    assert lines == ["loaded functions", "(3, True)"]


@pytest.mark.parametrize("name", ["gym", "utils", "envs", "statistics"])
def test_an_own_module_of_any_name_comes_first(tmp_path: Path, name: str) -> None:
    write(tmp_path, "mine = 'mine'", f"{name}.py")
    text = f"import {name}, pickle, random\nprint({name}.mine, random.Random(1).choice([2]))\n"
    assert prints(tmp_path, text) == ["mine 2"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("def f(:\n  print 'x'\n", "script.py:1: syntax error"),
        (
            "x = 1\nimport nosuch.thing\n",
            "script.py:2: needs the module nosuch, which is neither installed nor beside the script",
        ),
        ("import gym\ngym.make('Pnog-v0')\n", "script.py:2: unknown environment 'Pnog-v0'"),
        ("import gymnasium\ngymnasium.make('Pnog-v0')\n", "script.py:2: "),
        ("import gym\n\ngym.wrapers\n", "script.py:3: gym.wrapers is not covered"),
        ("import ray\nray.neverwas()\n", "script.py:2: ray.neverwas is not covered"),
        ("import gym.nosuch\n", "script.py:1: gym.nosuch is not covered"),
    ],
)
def test_a_mistake_is_one_line(tmp_path: Path, text: str, message: str) -> None:
    done = run_text(tmp_path, text)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    (line,) = [line for line in done.stderr.splitlines() if "error: " in line]
    assert message in line
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.py"], "can't read missing.py: No such file or directory"),
        (["."], "can't read .: Is a directory"),
        (["--json", "x.py"], "--json needs --check"),
        (["--shell", "x.py"], "--shell is for notebooks"),
        (["--gym-api", "3", "x.py"], "invalid choice: 3"),
        ([], "the following arguments are required: SCRIPT"),
    ],
)
def test_a_wrong_command_is_one_line(tmp_path: Path, arguments: list[str], message: str) -> None:
    done = run(*arguments, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_script_can_catch_what_is_not_covered(tmp_path: Path) -> None:
    text = """
        import gym, ray
        try:
            from gym.wrappers import NeverWas
        except ImportError:
            print("no NeverWas")
        try:
            import gym.never.was
        except ImportError:
            print("no gym.never.was")
        print(hasattr(gym, "never"), getattr(ray, "never", "no ray.never"))
    """
    assert prints(tmp_path, text) == ["no NeverWas", "no gym.never.was", "False no ray.never"]


LONG = "import atexit, time\natexit.register(lambda: print('bye'))\nprint('started')\nwhile True: time.sleep(0.05)\n"


def test_ctrl_c_and_sigterm_end_a_script(tmp_path: Path) -> None:
    script = write(tmp_path, LONG)
    for number, status, said in ((signal.SIGINT, 130, "KeyboardInterrupt"), (signal.SIGTERM, -signal.SIGTERM, "")):
        with subprocess.Popen(command(script), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "started\n"
            process.send_signal(number)
            out, err = process.communicate(timeout=30)
        assert process.returncode == status
        assert said in err
        # SIGTERM ends Python without its last rites; Ctrl-C does not.
        assert out == ("bye\n" if number == signal.SIGINT else "")


def test_the_scripts_own_handler_of_sigterm_is_left_alone(tmp_path: Path) -> None:
    text = "import os, signal, sys\nsignal.signal(signal.SIGTERM, lambda *_: sys.exit(9))\nos.kill(os.getpid(), 15)\n"
    assert run_text(tmp_path, text).returncode == 9


@pytest.mark.every_python
@pytest.mark.parametrize("method", ["spawn", "forkserver", "fork"])
def test_children_of_multiprocessing_are_old_code_too(tmp_path: Path, method: str) -> None:
    write(
        tmp_path,
        "import numpy as np\ndef half(n): return np.int(n) / 2 if isinstance(n, (int, long)) else None\n",
        "own.py",
    )
    text = f"""
        import multiprocessing, numpy as np
        import own

        def work(queue):
            import cPickle
            queue.put((np.float is float, own.half(7), 7 / 2, cPickle.loads(cPickle.dumps(1)), __name__))

        if __name__ == "__main__":
            context = multiprocessing.get_context("{method}")
            queue = context.Queue()
            child = context.Process(target=work, args=(queue,))
            child.start()
            print queue.get(timeout=60)[:4]
            child.join()
    """
    assert prints(tmp_path, text) == ["(True, 3, 3, 1)"]


def test_a_script_waits_for_no_package_that_it_does_not_import(tmp_path: Path) -> None:
    text = "import sys\nprint([name for name in ('numpy', 'gymnasium', 'ray', 'fissix') if name in sys.modules])"
    assert prints(tmp_path, text) == ["[]"]


@pytest.mark.every_python
def test_importing_the_package_patches_nothing() -> None:
    code = (
        # The package itself only waits for Gymnasium.
        "import builtins, pong_pg, sys\nbefore = builtins.__import__, list(sys.meta_path)\n"
        "import pong_pg.legacy.install.importer, pong_pg.legacy.install.process, pong_pg.legacy.runner\n"
        "assert (builtins.__import__, sys.meta_path) == before and not hasattr(builtins, '__pong_pg__')\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@pytest.mark.every_python
def test_modules_imported_by_name_are_the_same(tmp_path: Path) -> None:
    text = """
        import importlib, gym, numpy, gym.wrappers
        print(importlib.import_module("gym") is gym, __import__("gym") is gym)
        print(importlib.import_module("gym.wrappers") is gym.wrappers, __import__("numpy").float)
        print(importlib.import_module("json").__name__, importlib.util.find_spec("json").name)
    """
    assert prints(tmp_path, text) == ["True True", "True <class 'float'>", "json json"]


def test_bytecode_beside_the_script_is_not_read_or_written(tmp_path: Path) -> None:
    write(tmp_path, "def half(n): return n / 2 if isinstance(n, (int, long)) else n\n", "own.py")
    script = write(tmp_path, "import own\nprint own.half(7)\n")
    assert run(script, PYTHONDONTWRITEBYTECODE="").stdout == "3\n"
    assert not (tmp_path / "__pycache__").exists()


def test_a_reader_that_goes_away_is_no_traceback(tmp_path: Path) -> None:
    script = write(tmp_path, "for i in range(100000): print(i)\n")
    done = subprocess.run(
        f"{' '.join(command(script))} | head -1", shell=True, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "0\n"
