"""Modules beside the script may have the names that modules of Python 3 have."""
with open("statistics.py", "w") as out:
    out.write("def mean(values):\n    return sum(values) / len(values)\n")
with open("enum.py", "w") as out:
    out.write("class Enum(object):\n    value = 7 / 2\n")
with open("queue.py", "w") as out:
    out.write("print 'own queue'\n")
with open("store.py", "w") as out:
    out.write("buffer = [5]\ndef file(n):\n    return n / 2\n")
import queue
import statistics
from enum import Enum
from store import *
print statistics.mean([1, 2]), Enum.value, queue.__name__, buffer[0] / 2, file(5)
