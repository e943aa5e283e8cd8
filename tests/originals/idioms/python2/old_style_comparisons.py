class A:
    def __init__(self, v): self.v = v
    def __cmp__(self, o): return cmp(self.v, o.v)
    def __getattr__(self, k): raise AttributeError(k)
print A(2) > A(1), sorted([A(2), A(1)])[0].v, A(1) == A(1), A(1) != A(1), A(1) <= A(2), cmp(A(1), A(2)), max(A(1), A(5), A(3)).v, A(1) in [A(0), A(1)], [A(1), A(2)].index(A(2))
try: print hash(A(1))
except Exception, e: print e.__class__.__name__, e
class B:
    def __init__(self, v): self.v = v
    def __lt__(self, o): return self.v < o.v
    def __getattr__(self, k): raise AttributeError(k)
print B(2) > B(1), B(1) < B(2), sorted([B(3), B(1)])[0].v, min(B(2), B(1)).v
class C:
    def __init__(self, v): self.v = v
    def __getattr__(self, k):
        if k == '__cmp__': return lambda o: cmp(self.v, o.v)
        if k == '__len__': return lambda: 4
        if k.startswith('__'): raise AttributeError(k)
        return 'attr ' + k
print C(2) > C(1), C(1) == C(1), len(C(1)), C(3).foo, bool(C(0)), sorted([C(2), C(1)])[0].v, cmp(C(2), C(1)), C(1) != C(1)
class D(A): pass
print D(2) > D(1), D(1) == A(1), sorted([D(3), A(2), D(1)])[0].v
class E(D):
    def __cmp__(self, o): return -cmp(self.v, o.v)
print E(2) > E(1), sorted([E(3), E(1)])[0].v
class F:
    def __eq__(self, o): return 'eq'
    def __getattr__(self, k): raise AttributeError(k)
print F() == F(), F() != F() in (0, 1)
class P:
    def __init__(self, o): self.__dict__['o'] = o
    def __getattr__(self, k): return getattr(self.o, k)
    def __cmp__(self, x): return cmp(self.o, x)
print P(3) == 3, P(3) > 2, P(3) + 4, P([1, 2])[0], len(P('abc')), P(3) < 4, 3 == P(3), [x for x in P([1, 2])], P(5) >= 6
class Q:
    def __getattr__(self, k): return getattr(3, k)
print Q() + 1, Q() * 2, 
try: print Q() > 2, Q() == 3, cmp(Q(), 3)
except Exception, e: print e
import heapq
h = []; [heapq.heappush(h, A(x)) for x in (3, 1, 2)]; print [heapq.heappop(h).v for _ in range(3)]
