f = open("util.py", "w")
f.write("""
from __future__ import division
__all__ = ["half", "Box"]
def half(n): return n / 2
class Box:
    def __nonzero__(self): return False
_hidden = map(str, range(2))
""")
f.close()
import util
from util import *
print util.half(3), half(5), bool(Box()), util._hidden, "_hidden" in dir(), 7 / 2
f = open("floor.py", "w")
f.write("def half(n): return n / 2\nname = __name__\nprint 'importing', name\n")
f.close()
from floor import half as floor_half, name
print floor_half(7), name, floor_half.func_name
import floor
print floor.half(9), hasattr(floor, "__file__"), __import__("floor") is floor
