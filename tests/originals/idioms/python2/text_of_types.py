class New(object):
    pass
class Old:
    pass
print type(1), type("a"), type([]), type({}), type(None), type(len), type(lambda: 0), type(New())
print New, Old, type(Old()), type(New), [New], type(ValueError())
print int, str, float, [list, dict], ValueError, [KeyError]
print "%s" % int, "{}".format(float), str(type(1.0))
print type(1) == int, type("a") is str, type(New()) == New, isinstance(Old(), Old)
print type(1).__name__, type(1L).__name__, New.__name__
