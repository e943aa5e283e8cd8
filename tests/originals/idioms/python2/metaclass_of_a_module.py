__metaclass__ = type
class A:
    x = property(lambda self: 42)
print type(A()) is A, A().x, A.__mro__[-1] is object, isinstance(A, type)
class B(A):
    def __init__(self):
        super(B, self).__init__()
        self.y = 1
print B().x, B().y
