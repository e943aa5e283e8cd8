import socket, errno, select, os
def show(e):
    for f in (lambda: e[0], lambda: e[1], lambda: e[-1], lambda: e[1:], lambda: e[:], lambda: list(e), lambda: [x for x in e], lambda: e.message, lambda: e.args, lambda: str(e), lambda: repr(e), lambda: tuple(e), lambda: map(str, e), lambda: zip(e, 'ab'), lambda: dict(a=e[0])):
        try: print f(),
        except Exception, x: print '<%s %s>' % (x.__class__.__name__, x),
    print
show(ValueError(1)); show(ValueError('a', 'b')); show(ValueError()); show(KeyError('k')); show(Exception('x', 1, 2)); show(RuntimeError('ab')); show(StandardError([1, 2]))
class E(Exception):
    def __init__(self, m): self.m = m
class F(Exception):
    def __init__(self, m, n=3):
        Exception.__init__(self, m); self.n = n
class G(Exception):
    pass
class H(E):
    def __str__(self): return 'H:%s' % self.m
class I(Exception):
    def __init__(self, message): self.message = message
class J(ValueError):
    def __init__(self, a, b): self.args = (a, b, 1)
class K(Exception):
    def __init__(self): super(K, self).__init__('from super')
class M(E, ValueError): pass
class N(object):
    def __init__(self, m): self.m = m
class O(N, Exception): pass
class P(IOError):
    def __init__(self, m): self.m = m
class Q(KeyError):
    def __init__(self, m): self.m = m
class R(SystemExit):
    def __init__(self, m): self.m = m
for kind, a in ((E, ('x',)), (F, ('x',)), (G, ('x',)), (H, ('x',)), (I, ('x',)), (J, ('p', 'q')), (K, ()), (M, ('x',)), (O, ('x',)), (P, ('x',)), (Q, ('x',))):
    try: raise kind(*a)
    except Exception, e:
        print kind.__name__, '|', e, '|', repr(e), '|', e.args, '|', str(e), '|', '%s' % e, '|', len(str(e)), '|', '{}'.format(e), '|', unicode(e)
        try: print repr(e.message), e.message
        except Exception, x: print x
try: raise E, 'msg'
except E, e: print e, e.m, e.args
try: raise E('a')
except E as e: show(e)
try:
    raise IOError(2, 'No such')
except IOError, (n, text): print n, text
try: open('/nope')
except IOError, e: print e[0], e[1], e.errno, e; a, b = e; print a, b; print e[0] == errno.ENOENT, list(e), e[:1]
try: os.mkdir('/')
except OSError, e: print e[0] == errno.EEXIST, e[1]; n, t = e.args; print n == 17
s = socket.socket(); s.settimeout(0.01)
try: s.connect(('127.0.0.1', 1))
except socket.error, e: print e[0] in (111, 'timed out'), e[0], e[1]; (n, m) = e; print n, m
try: raise socket.error('only text')
except socket.error, e: print e[0], e
try: raise select.error(4, 'Interrupted')
except select.error, e: print e[0], e[1], e.args
try: int('x')
except ValueError, e: print e[0]; print list(e)
try: {}['k']
except KeyError, e: print e[0], e.message
for x in ValueError('i', 'j'): print x,
print
e = ValueError('i', 'j'); a, b = e; print a, b; [c, d] = e; print c, d
import sys
try: raise G('boom')
except: print sys.exc_info()[1][0], sys.exc_value[0]
print E('x') == E('x'), hash(E('y')) is None, isinstance(E('x'), BaseException)
import pickle, copy
e = pickle.loads(pickle.dumps(F('x', 4))); print e, e.n
