class O1:
    x = 1
    def who(self): return 'O1'
    def only(self): return 'only1'
    def __str__(self): return 'str1'
class O2(O1):
    def two(self): return 'two'
class O3(O1):
    x = 3
    def who(self): return 'O3'
    def three(self): return 'three'
    def __str__(self): return 'str3'
    def __len__(self): return 3
class O4(O2, O3): pass
o = O4(); print o.who(), o.x, o.only(), o.two(), o.three(), str(o), len(o), O4.who(o), O4.x, O4.__bases__[0].__name__, O4.__bases__[1].__name__
print isinstance(o, O1), isinstance(o, O3), issubclass(O4, O2), getattr(o, 'who')(), hasattr(o, 'three')
class O5(O4):
    def who(self): return 'O5 ' + O4.who(self) + ' ' + O3.who(self)
print O5().who(), O5.x
O1.late = 'late1'; O3.late = 'late3'; print O4.late, o.late
del O1.late; print o.late
O3.more = 5; print O4.more
O1.x = 11; print O4.x, o.x; o.x = 12; print o.x, O4.x
class N1(object):
    def who(self): return 'N1'
class N2(N1): pass
class N3(N1):
    def who(self): return 'N3'
class N4(N2, N3): pass
print N4().who()
class M1: 
    def __init__(self): print 'M1'; self.a = 1
class M2(M1):
    def __init__(self): M1.__init__(self); print 'M2'
class M3(M1):
    def __init__(self): M1.__init__(self); print 'M3'
class M4(M2, M3):
    def __init__(self): M2.__init__(self); M3.__init__(self); print 'M4'
M4()
class X(O2, N3): pass
print X().who(), X.__mro__ and 'new', str(X())[:4]
class Y(O2, O3, object): pass
print Y().who()
class Mix:
    def run(self): return 'mix ' + self.name()
    def name(self): return 'mix'
class T1(Mix):
    def name(self): return 'T1'
class T2(Mix): pass
class T3(T2, T1): pass
print T3().run()
class Z1(Mix): pass
class Z(Mix, Z1): 
    pass
print Z().run()
import threading, Queue
class W(T2, T1):
    def __getattr__(self, k): return 'dyn ' + k
print W().name(), W().zzz
import abc, collections, exceptions
class AA(object):
    __metaclass__ = abc.ABCMeta
    @abc.abstractmethod
    def f(self): pass
class BB(object):
    def f(self): return 'f'
class CC(BB, AA): pass
print CC().f(), type(CC).__name__
try: type('', (), {}) and AA()
except TypeError: print 'abstract'
class Meta(type):
    def __new__(mcs, name, bases, d):
        d['made'] = name; return type.__new__(mcs, name, bases, d)
    def __init__(cls, name, bases, d): cls.count = len(bases)
class DD(object): __metaclass__ = Meta
class EE(BB, DD): pass
print EE.made, EE.count, DD.count, type(EE).__name__
class NT(collections.namedtuple('NT', 'a b'), BB): pass
print NT(1, 2), NT(1, 2).f(), NT(1, 2).a
class Err(ValueError, O3): pass
print Err('x'), Err('x').who(), isinstance(Err(), O1)
class Both(KeyError, AttributeError): pass
try: raise Both('k')
except AttributeError, e: print repr(e)
class Dct(dict, O2): pass
print Dct().who()
class Th(threading.Thread, O4):
    def run(self): print 'in', self.who()
t = Th(); t.start(); t.join()
class Map(O4, collections.Mapping):
    def __getitem__(self, key): return key
    def __iter__(self): return iter('ab')
    def __len__(self): return 2
print Map().who(), Map().items(), type(Map).__name__
class Made(O4, DD): pass
class Made2(DD, O4): pass
class Made3(O4, object):
    __metaclass__ = Meta
print Made3.made, Made3().who(), Made.made, Made().who(), Made2.made, Made2.count, isinstance(Made3, Meta)
