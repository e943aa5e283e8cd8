# stack: 2020
"""The text of a task's error: who failed, the traceback of the script's own lines, and the error."""
import re
import ray

ray.init(num_cpus=1)


def inner(x):
    return 1 // x


@ray.remote
def outer(x):
    return inner(x)


@ray.remote
def dependent(x):
    return x


for reference in [outer.remote(0), dependent.remote(outer.remote(0))]:
    try:
        ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        text = re.sub("\x1b\\[\\d+m", "", str(error))
        for line in text.splitlines():
            if "return" in line or line.startswith("ZeroDivisionError"):
                print(line)
            elif re.search(r'task_error_text\w*\.py"', line):
                print(re.sub(r'".*/', '"', line))
