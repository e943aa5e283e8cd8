import sys
try:
    raise ValueError, "text"
except ValueError, e:
    print e, e.args
try:
    raise ValueError, ("a", 1)
except ValueError, e:
    print e.args
try:
    raise ValueError, ValueError("ready")
except ValueError, e:
    print e
try:
    try:
        {}["x"]
    except KeyError:
        kind, value, trace = sys.exc_info()
        raise RuntimeError, "again: %s" % value, trace
except RuntimeError, e:
    print e, trace is not None
try:
    raise "text"
except TypeError:
    print "strings are no exceptions"
try:
    assert 1 == 2, "not equal"
except AssertionError, e:
    print e
try:
    raise KeyboardInterrupt
except KeyboardInterrupt:
    print "interrupted"
def f():
    try:
        return "from try"
    finally:
        print "finally"
print f()
