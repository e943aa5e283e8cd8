# stack: 2020
import math
import random
import time
from math import sqrt

import numpy as np

one = np.array([2.567])
column = np.array([[1.5], [2.5]])
whole, real = int, float
KINDS = {"i": int, "f": float, "old": np.float}


class Reader(object):
    kind = float

    def __init__(self, cast=int):
        self.cast = cast

    def read(self, value):
        return self.kind(value), self.cast(value)


def convert(value, kind=complex, *rest):
    return kind(value), len(rest)


def pick(value, kind):
    chosen = kind
    return chosen(value)


print(list(map(int, column)), list(map(float, [np.array([1.5]), np.array([[2.0]])])), list(map(np.float, column)))
print(sorted([np.array([2]), np.array([1])], key=float), max([np.array([2]), np.array([1])], key=int))
print(whole(one), real(one), KINDS["i"](one), KINDS["f"](one), KINDS["old"](one), Reader().read(one), Reader(float).read(one))
print(convert(one), convert(one, int), pick(one, float), pick(one, kind=int), (lambda kind=int: kind(one))())
print([kind(one) for kind in (int, float)], [(name, kind(one)) for name, kind in (("a", int), ("b", float))])
print(np.int(one), np.float(one), np.float64(one), type(np.float64(column[0])), np.float64(column).shape, np.float32(one).shape)
print(eval("int(one)"), eval("float(np.array([1.5]))", {"np": np}), eval("7"), eval(" int(two)", globals(), {"two": one}))
names = {"one": one}
exec('x = float(one)\ny = "%.2f" % one', names)
exec("z = int(one)")
print(names["x"], names["y"], z, eval("len('abc')", {"__builtins__": {"len": len}}), eval(compile("1 + 1", "", "eval")))
try:
    eval("1 +")
except SyntaxError as error:
    print(type(error).__name__, error.filename)
print(math.floor(one), math.pow(one, 2), sqrt(np.array([4.0])), chr(np.array([65])), sum(map(float, np.ones((3, 1)))))
random.seed(1)
print(random.randint(0, np.array([5])), random.randrange(np.array([5])), random.uniform(0, 1), time.sleep(np.array([0.0])))
table, row = np.zeros((2, 2)), np.zeros(2)
table[1] = [np.array([1]), np.array([2])]
row[:] = [np.array([1.0]), np.array([[2.0]])]
print(table.tolist(), row.tolist(), np.array([1.0, np.array([2.0])], dtype=float), np.arange(np.array([3])))
print(isinstance(1, int), type(1.5) is real, {int: "i", float: "f"}[type(2)], list(filter(int, [0, 1])), int("ff", 16))
for wrong in (lambda: int(np.array([1, 2])), lambda: list(map(float, [np.zeros(2)])), lambda: whole(np.zeros(2)), lambda: range(one)):
    try:
        print(wrong())
    except TypeError:
        print("TypeError")
