# argument passing, kwargs
import functools, collections, sys
def f(**kw): return kw.keys(), kw
def g(a, *args, **kw): return a, args, kw.items()
class Cls(object):
    def __init__(self, **kw):
        self.__dict__.update(kw); print kw
    def m(self, **kw): return kw
    def __call__(self, **kw): return kw
class Old:
    def __init__(self, name=None, **kw):
        print kw
        for k, v in kw.items(): setattr(self, k, v)
class Sub(Cls):
    def __init__(self, *args, **kw):
        super(Sub, self).__init__(alpha=1, beta=2, **kw)
        Cls.__init__(self, alpha=1, beta=2, gamma=3, delta=4, epsilon=5)
class New(object):
    def __new__(cls, **kw):
        print kw; return object.__new__(cls)
class Plain(object):
    def __init__(self, name, lr, l): self.name, self.lr, self.l = name, lr, l
d = {'state':1,'action':2,'reward':3,'next_state':4,'done':5}
e = {'name':1, 'lr':2, 'l':3, 'n':4, 'episode':5, 'gamma': 6, 'epsilon': 7}
print f(**d); print f(**e); print f(name=1, lr=2, l=3, n=4, episode=5); print f(zz=1, aa=2, **e)
print g(1, 2, *[3], **e); print g(1, 2, b=3, c=4, *[3], **e); print g(*(1,), **d)
x = Cls(name=1, lr=2, l=3, n=4, episode=5); print x.__dict__, vars(x).keys(), x.m(name=1, lr=2, l=3, n=4, episode=5), x.m(**e)
print x(name=1, lr=2, l=3, n=4, episode=5), x(**e)
y = Cls(**e); print y.__dict__; y = Cls(zeta=1, **e); print y.__dict__
o = Old('q', lr=2, l=3, n=4, episode=5, gamma=1); print o.__dict__; o = Old(**e); print o.__dict__
s = Sub(name=1, lr=2, l=3); print s.__dict__
New(name=1, lr=2, l=3, n=4, episode=5); New(**e)
p = Plain(lr=1, name=2, l=3); print p.__dict__
p.__dict__.update(e); print p.__dict__; p.__dict__.update(name=1, lr=2, zz=3, yy=4); print p.__dict__
h = functools.partial(f, name=1, lr=2, l=3, n=4, episode=5); print h(); print h(zz=1, gamma=2)
print functools.partial(f, **e)()
print dict(name=1, lr=2, l=3, n=4, episode=5), dict(e, zz=1, aa=2), dict(**e)
try: f(name=1, **e)
except TypeError, err: print err
try: f(**5)
except TypeError, err: print err
try: f(a=1, **5)
except TypeError, err: print err
class Map(object):
    def keys(self): return ['z', 'y', 'x', 'w', 'v', 'u']
    def __getitem__(self, k): return k * 2
print f(**Map()), f(a=1, **Map()), f(**collections.OrderedDict([('z', 1), ('b', 2), ('y', 4)]))
def defaults(**kw):
    opts = {'lr': .1, 'gamma': .9, 'episodes': 10, 'render': False, 'seed': 3}
    opts.update(kw); return opts
print defaults(lr=2, hidden=3), defaults(**e)
import argparse
ap = argparse.ArgumentParser(); ap.add_argument('--episodes', type=int, default=10); ap.add_argument('--render', action='store_true'); ap.add_argument('--gamma', default=.99); ap.add_argument('--lr', default='3'); ap.add_argument('name')
a = ap.parse_args(['pong']); print a, vars(a); print a.__dict__
P = collections.namedtuple('P', 'x y z w'); print P(w=1, z=2, y=3, x=4), P(1,2,3,4)._replace(x=5, y=6), P(1,2,3,4)._asdict(), P(**{'w':1,'z':2,'y':3,'x':4})
print '{lr} {name}'.format(**e), '%(lr)s' % e
class Meta(type):
    def __call__(cls, **kw): print kw; return type.__call__(cls)
class M(object): __metaclass__ = Meta
M(name=1, lr=2, l=3, n=4, episode=5)
def deco(fn):
    def w(*a, **kw):
        print sorted(kw), kw
        return fn(*a, **kw)
    return w
@deco
def k(**kw): return kw
print k(name=1, lr=2, l=3, n=4, episode=5)
print apply(f, (), e), (lambda **q: q)(name=1, lr=2, l=3, n=4, episode=5)
o = collections.OrderedDict(state=1, action=2, reward=3, done=4, info=5, gamma=6, lr=7); print o
o.update({'a': 1, 'zeta': 2, 'b':3}); o.update(q=1, w=2, e=3); print o
o = collections.OrderedDict([('b', 1)], a=2, zz=3, c=4); print o
c = collections.Counter(state=1, action=2, reward=3, done=4, info=5, gamma=6, lr=7); print c.keys()
c.update(alpha=1, beta=2, delta=3); print c.keys()
c = collections.Counter(['x', 'y'], state=1, action=2, reward=3, done=4, info=5, gamma=6, lr=7); print c.keys()
print collections.Counter(None), collections.Counter(), collections.OrderedDict(), collections.defaultdict(), collections.defaultdict(None, {1: 2})
class Own(dict):
    pass
x = Own(); x.update({'state':1,'action':2,'reward':3,'next_state':4,'done':5,'info':6}); print x.keys(), x
x = Own(state=1, action=2, reward=3, done=4, info=5, gamma=6, lr=7); print x.keys(), x.items()
# Dicts that come to be where another dict, made in another way, was a moment ago.
words = dict.fromkeys(['six', 'three', 'two', 'four', 'zero', 'five', 'one'], 0)
def called(**named):
    "It has a text."
    return named.keys()
def generated(**named):
    yield named.keys()
class Filled(object):
    def __init__(self, **named): self.__dict__.update(named)
class Set:
    def __init__(self, **named):
        for key, value in named.items(): setattr(self, key, value)
class Given(object):
    def __init__(self, **named):
        named.pop('two'); named['seven'] = 7
        self.__dict__ = named
seen = [set() for _ in range(7)]
for _ in range(100):
    held = [dict(words) for _ in range(5)] + [words.copy()]
    copies = [one.keys() for one in held]
    seen[0].update(map(tuple, copies))
    del held
    seen[1].add(tuple(called(**words)))
    seen[2].add(tuple((lambda **named: named.keys())(**words)))
    seen[3].add(tuple(list(generated(**words))[0]))
    seen[4].add(tuple(Filled(**words).__dict__.keys()))
    seen[5].add(tuple(vars(Set(**words))))
    seen[6].add(tuple(Given(**words).__dict__))
for one in seen: print len(one), one
print called.__doc__, called(), Filled().__dict__, vars(Set(a=1)), Given(two=2).__dict__
