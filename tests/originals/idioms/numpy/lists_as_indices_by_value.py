import numpy as np
from collections import deque


class Board:
    def __init__(self):
        self.squares = np.zeros((3, 4), int)
        self.cells = [[0, 1], [1, 2]]

    def mark(self, value):
        self.squares[self.cells] = value

    def add(self):
        self.squares[self.cells] += 10

    def read(self):
        return self.squares[self.cells]


class Recorder(object):
    def __getitem__(self, index):
        return index

    def __setitem__(self, index, value):
        print index, value


def read(container, index):
    return container[index]


def write(container, index, value):
    container[index] = value


body = [(0, 1), (1, 0)]
a = np.zeros((3, 3), int)
a[zip(*body)] = 2
print a
a[map(list, zip(*body))] += 1
print a, a[zip(*body)]

board = Board()
board.mark(1)
board.add()
print board.squares, board.read()

parts = []
for part in body:
    parts.append(part)
print read(a, parts), read(np.arange(9), [1, 2]), a[list(np.where(a > 1))], a[np.array(body).T.tolist()]
write(a, parts, 5)
write(a, [[0], [0]], 7)
print a
a[parts], x = 6, 1
print a
a[parts] = y = 8
print a
for a[parts] in range(3):
    pass
print a
np.add.at(a, parts, 100)
print a

recorder, table = Recorder(), {}
print recorder[parts], read(recorder, parts)
recorder[parts] = 1
write(recorder, parts, 2)
for index in (parts, [[0]]):
    try:
        table[index]
    except TypeError as error:
        print error
    try:
        table[index] = 1
    except TypeError as error:
        print error

index = [slice(None)] * 2
index[1] = 0
print a[index], read(a, index), a[[Ellipsis, 0]], read(a, [None]).shape
print read(a, [[True, False, True]]), read(a, [True, False, True]).tolist()
print read(a, [(0, 1), 1]), read(a, [np.array(1), np.array(0)]), read(a, [np.array([0, 1])])
print read(a, deque(body)), read(a, deque([0, 1])), read(a, [[0, 1]] * 40).shape, read(a, [[0]] * 32).shape
try:
    read(a, [[0]] * 31)
except IndexError:
    print "more indices than dimensions"
records = np.zeros(3, [("x", int), ("y", float)])
names = ["x", "y"]
print len(records[names].dtype), records[names].shape
print np.matrix(a)[parts], np.ma.array(a, mask=a > 50)[parts]
cells = {"all": [[0, 1], [0, 0]]}
a[cells["all"]] -= 1
print a[cells["all"]], a[cells.get("all")], a[parts + []], a[sorted(body)], a[[pair for pair in body]]
print [a[index] for index in ([0], [[0], [1]], (0, 1), 2)]
