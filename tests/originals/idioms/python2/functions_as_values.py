import itertools
import operator
from itertools import imap, izip

import numpy as np

m = map
print m(str, [1, 2]), m(lambda x: x, (3, 4))
functions = [map, filter, zip, range, xrange]
print functions[1](None, [0, 1]), functions[2]([1], [2]), functions[3](3), list(functions[4](2))
mapper = map if len(functions) > 2 else None
result = mapper(lambda x: x * 2, [1, 2, 3])
print len(result), result[0], result


def call(function, *arguments):
    return function(*arguments)


print call(zip, [1, 2], [3, 4]), call(range, 2), call(max, 3, 4)
print list(itertools.islice(call(imap, str, itertools.count()), 3)), list(call(izip, [1], "a"))
table = {"map": map, "range": range, "min": min}
print table["map"](abs, [-1]), table["range"](1, 3), table["min"]([4, 2]), map(range, [1, 2])


class Tools(object):
    best = max
    order = sorted
    pairs = zip
    apply_to = map
    count = range
    text = repr
    size = len
    add = operator.add
    draw = np.random.randint
    zeros = np.zeros

    def __init__(self):
        self.worst = min

    def use(self):
        return self.best([1, 5, 2]), self.worst(3, 2), self.order([3, 1]), self.text("x")


class Old:
    best = max
    keys = dict.keys


tools = Tools()
print tools.use(), tools.pairs([1], [2]), tools.apply_to(str, [1]), tools.count(2), tools.size("abc"), tools.add(1, 2)
np.random.seed(3)
print tools.draw(10), tools.zeros(2), Tools.best(1, 2), Old().best(7, 8), Old.best is max
