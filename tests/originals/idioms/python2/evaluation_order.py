"""Operands are evaluated once each: the value first, then the container, then the index."""
import numpy as np

log = []


def at(name, value):
    log.append(name)
    return value


class Box(object):
    def __init__(self, values):
        self.__dict__["values"] = values

    def __getitem__(self, index):
        log.append("get %s" % index)
        return self.values[index]

    def __setitem__(self, index, value):
        log.append("set %s" % index)
        self.values[index] = value

    def __getattr__(self, name):
        log.append("read " + name)
        return self.values[name]

    def __setattr__(self, name, value):
        log.append("write " + name)
        self.values[name] = value


def show(*values):
    print " ".join(log), "|", " ".join(str(value) for value in values)
    del log[:]


a = [10, 20, 30]
at("container", a)[at("index", 1)] = at("value", 7)
show(a)
b = Box({"x": 9, 0: 9, 1: 9.0})
b[at("i", 0)] /= at("v", 2)
show(b.values[0])
b[at("i", 1)] /= at("v", 2)
show(b.values[1])
at("b", b).x /= at("v", 2)
show(b.values["x"])
b[at("i", 0)] += at("v", 2)
show(b.values[0])
a[at("i", 0)] = b[at("j", 1)] = at("v", 5)
show(a[0])
a[at("i", 0)], a[at("j", 1)] = at("v", 1), at("w", 2)
show(a)
v = np.zeros(4)
at("v", v)[at("from", 1):at("to", 3)] = at("value", np.ones(1))
show(v.tolist())
v[at("i", 0)] += at("value", v.sum())
show(v.tolist())
v[at("i", 0)] /= at("value", 4)
show(v.tolist())
total = [0]


def grow():
    total[0] += 10
    return 1


total[0] += grow()
show(total)
t = [8, 4]


def change():
    t[0] = 100
    return 2


t[0] /= change()
show(t)
n = np.array([8, 4])
n[0] /= at("v", 3)
show(n.tolist())
try:
    {}[at("missing", 1)] += at("never", 2)
except KeyError, error:
    show("KeyError", error)
try:
    undefined[at("index", 1)] = at("value", 2)
except NameError, error:
    show(error)
print at("left", 7) / at("right", 2), "%d %s" % (at("first", 1), at("second", 2)),
show()
x = 5
x /= at("v", 2)
show(x)
del a[at("gone", 0)]
show(a)
for a[at("i", 0)] in [3, 4]:
    log.append("turn")
show(a)
print [at("x", n) / at("y", 2) for n in range(3) if at("if", n)], at("and", 0) and at("never", 1)
show()
