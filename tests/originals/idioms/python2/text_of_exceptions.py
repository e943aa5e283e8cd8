print repr(ValueError("x")), [KeyError("k", 2)], str(KeyError("k")), ValueError(), str(ValueError(1.1 * 3))
try:
    int("abc")
except ValueError, e:
    print e, type(e).__name__
    print e.args, repr(e)
try:
    {}["missing"]
except KeyError, e:
    print e, repr(e), e.args, e.message
try:
    raise ValueError("a", 2)
except ValueError, e:
    print e, repr(e), e.message == ""
try:
    [][3]
except IndexError as e:
    print e, repr(e)
try:
    1 / 0
except ZeroDivisionError, e:
    print e
