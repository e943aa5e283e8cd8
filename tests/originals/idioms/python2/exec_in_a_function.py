def f(n):
    exec "w = n * 2"
    exec "n = n + 1"
    return w, n
print f(5)
def g():
    x = 1
    exec "x = 2\ny = x / 2.0"
    total = x + y
    return total
print g()
def h(code):
    exec code
    return sorted(locals().keys())
print h("aa = 1; bb = 2")
def k(name):
    exec "from math import %s" % name
    return sqrt(16)
print k("sqrt")
