counter = 0
def bump():
    global counter
    counter += 1
    return counter
print bump(), bump(), counter
def outer():
    x = [1]
    def inner():
        x.append(2)
        return x
    return inner()
print outer(), sorted(k for k in globals().keys() if k in ("bump", "counter"))
class C:
    y = 1
    def f(self):
        return self.y, C.y
    z = y + 1
print C().f(), C.z, vars(C)["z"], locals() is globals()
def defaults(a, b=[]):
    b.append(a)
    return b
print defaults(1), defaults(2), (lambda x, y=3: x * y)(2)
execfile_names = dir()
print "bump" in execfile_names, "nothing" in execfile_names
