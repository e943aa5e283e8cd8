import types, new, sets, exceptions, copy_reg
print isinstance(1, types.IntType), isinstance('a', types.StringTypes), types.ListType is list, isinstance(None, types.NoneType), isinstance(len, types.BuiltinFunctionType), isinstance(lambda: 0, types.LambdaType), types.DictType, isinstance(types, types.ModuleType)
class A: pass
def hello(self): return 'hello'
a = A(); a.hello = new.instancemethod(hello, a, A); print a.hello(), isinstance(a.hello, types.MethodType), new.module('m').__name__, new.classobj('B', (), {'x': 1}).x, new.function(hello.func_code, {})(None)
s = sets.Set([1, 2]); s.add(3); print len(s), 2 in s, sorted(s | sets.Set([9])), sets.ImmutableSet([1]) == sets.ImmutableSet([1])
print issubclass(exceptions.IOError, exceptions.StandardError), exceptions.Exception is Exception
class C(object):
    def __init__(self, n): self.n = n
copy_reg.pickle(C, lambda c: (C, (c.n + 1,))); import cPickle, copy; print cPickle.loads(cPickle.dumps(C(1))).n, copy.copy(C(5)).n
