print len, [max], abs
print None, [None], True
print sorted([len, abs]) == sorted([abs, len]), callable(len), len.__name__, "".join.__name__, [].append.__name__
print str(len), repr(abs), "%s" % len, {"f": len}
