import os, sys, time, argparse, logging
import ConfigParser, StringIO, Queue, threading, urllib2, json, copy
from optparse import OptionParser
parser = argparse.ArgumentParser()
parser.add_argument('--lr', type=float, default=1e-3)
parser.add_argument('--env', default='Pong-v0')
args = parser.parse_args([])
print args.lr, args.env, vars(args)['lr']
logging.basicConfig(stream=sys.stdout, format='%(levelname)s %(message)s', level=logging.INFO)
logging.info('mean %s' % (1 / 3.0))
buf = StringIO.StringIO(); buf.write('x %d' % 3); print >>buf, 'y', 1.5; print repr(buf.getvalue())
q = Queue.Queue(); q.put(1); print q.get(), q.empty()
cfg = ConfigParser.ConfigParser(); cfg.readfp(StringIO.StringIO('[a]\nlr = 0.5\n')); print cfg.getfloat('a', 'lr')
def work(n, out): out.append(n / 2)
out = []; th = threading.Thread(target=work, args=(5, out)); th.start(); th.join(); print out
print json.dumps({'a': 1.5}), json.loads('[1, 2]'), copy.deepcopy({'a': [1]})
f = open('log.csv', 'w'); f.write('%d,%f\n' % (1, 2.5)); f.write('2,3\n'); f.close()
for line in open('log.csv').readlines(): print line.strip().split(','), float(line.split(',')[1])
for line in open('log.csv'): print line,
print sum(1 for line in file('log.csv')), os.path.getsize('log.csv')
with open('log.csv') as f: print f.read().splitlines()
print isinstance(1, int), isinstance('a', str), type('a') == str, callable(len), sys.maxint > 2**60, os.getcwdu() == os.getcwd()
class Agent(object):
    def __init__(self, name='x', **kw):
        self.name = name; self.__dict__.update(kw)
    def __str__(self): return 'Agent<%s>' % self.name
    def __repr__(self): return str(self)
a = Agent('q', lr=0.1); print a, [a], '%s' % a, "{}".format(a), a.lr
def gen(n):
    i = 0
    while i < n:
        yield i; i += 1
g = gen(3); print g.next(), next(g), list(g)
print 'a' + str(1), 'a' * 3, 'abc'[::-1], 'a,b'.split(','), ' x '.strip(), 'x'.join(['1', '2']), 'Pong'.lower(), '%03d' % 7
t = (1, 2.5, 'a', None, True); print t, list(t), {'k': t}
print 10 / 4, 10 / 4., 10 // 4, -7 / 2, 7 % -3, 1e3, 3.0, 2.5e-8, 1 / 3., 100 * (2 / 5), float(2) / 5
x = 5
def f():
    global x
    x = x / 2
    return x
print f(), x
try:
    int('a')
except ValueError, e:
    print 'ValueError', e
    print "Unexpected error:", sys.exc_info()[0].__name__
finally:
    print 'finally'
assert x == 2, 'x is %d' % x
print min(3, 1.5), max([1, 2.5]), sum([0.1] * 3), abs(-2), range(3), range(0, 10, 3), xrange(3)[1]
lst = range(5); del lst[2]; lst.insert(0, 9); lst += [1]; print lst, lst.index(9), 3 in lst, lst[-1]
print any(v > 3 for v in lst), all(lst), sorted(lst)[:2], list(reversed(lst)), enumerate(lst).next()
print "%s" % [0.1, 0.2 + 0.1], "%s %s" % (0.1 + 0.2, 10L), str((0.1 + 0.2, 1)), str([1.0])
print 5 if x else 6, (lambda a, b=2: a / b)(7), x and 3 or 4
while True:
    x -= 1
    if x < 0: break
    print x, 'loop',
else:
    print 'never'
print
print 'elapsed', int(time.clock() * 0), time.time() > 0
