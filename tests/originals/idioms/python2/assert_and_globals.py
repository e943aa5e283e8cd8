DEBUG = __debug__
try:
    assert False, ("a tuple", 1)
except AssertionError, e:
    print e, e.args, repr(e)
try:
    assert []
except AssertionError, e:
    print repr(str(e)), e.args
def check(x):
    assert isinstance(x, int), "no int: %r" % x
    return x
print check(3), DEBUG, __name__, __doc__
try:
    check("s")
except AssertionError as e:
    print e
