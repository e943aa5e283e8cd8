try:
    raise ValueError("kept")
except ValueError, error:
    pass
print error, type(error).__name__
def f():
    for n in range(2):
        try:
            [][n]
        except IndexError as e:
            message = str(e)
    return e.args, message
print f()
e = "mine"
try:
    {}[1]
except KeyError, e:
    pass
print repr(e)
try:
    try:
        raise ValueError(1)
    except ValueError, (code,):
        print code
        raise TypeError("second")
except TypeError, e:
    print e
