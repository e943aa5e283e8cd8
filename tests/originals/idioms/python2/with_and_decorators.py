from __future__ import with_statement
import functools
class Timer:
    def __enter__(self):
        print "enter"
        return self
    def __exit__(self, kind, value, trace):
        print "exit", kind, value
        return True
with Timer() as t:
    print "inside"
with Timer():
    raise ValueError("swallowed")
def logged(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        print "call", f.func_name, args, kwargs
        return f(*args, **kwargs)
    return wrapper
@logged
def add(a, b=1):
    return a + b
print add(1), add(1, b=2L), add.func_name
class P(object):
    def __init__(self):
        self._x = 1
    @property
    def x(self):
        return self._x
    @x.setter
    def x(self, value):
        self._x = value
    @classmethod
    def make(cls):
        return cls()
p = P.make()
p.x = 5 / 2
print p.x
