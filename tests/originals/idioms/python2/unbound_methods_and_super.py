class A(object):
    def f(self, x=1):
        return "A.f %s" % x
    def g(self):
        return self.f(2)
class B(A):
    def f(self, x=3):
        return "B" + super(B, self).f(x) + A.f(self)
    h = A.g
b = B()
print b.f(), b.g(), b.h(), A.f(b, 5), map(b.f, [7]), getattr(b, "f")(8), B.f(b), B.g.__name__
try:
    A.g()
except TypeError:
    print "an instance is missing"
print callable(b.f), b.f == b.f, [m for m in sorted(dir(b)) if m[0] != "_"]
