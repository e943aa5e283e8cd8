class Base:
    kind = "base"
    def __init__(self, n):
        self.n = n
    def twice(self):
        return self.n * 2
class Child(Base):
    def __init__(self, n):
        Base.__init__(self, n + 1)
    def __repr__(self):
        return "Child(%d)" % self.n
c = Child(1)
print c, c.twice(), c.kind, isinstance(c, Base), issubclass(Child, Base), c.__class__ is Child, Child.__bases__ == (Base,)
print Base.__name__, Child.__module__, type(c), str(Child), callable(c), callable(Base), hasattr(c, "n")
print c.__dict__, Child.twice.im_func is Base.twice.im_func, bool(c)
