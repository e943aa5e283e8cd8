import argparse, sys
errors, sys.stderr = sys.stderr, sys.stdout
p = argparse.ArgumentParser(prog='x', description='d')
p.add_argument('--lr', type=float, default=.1, help='rate')
p.add_argument('--big', type=long, default=10**7L)
p.add_argument('-n', '--num', required=True, choices=range(3), type=int)
p.add_argument('-m', required=True, nargs=2, metavar=('A', 'B'))
s = p.add_subparsers(dest='cmd', help='what')
t = s.add_parser('train', help='train it'); t.add_argument('dirs', nargs='+'); t.add_argument('--k', required=True)
u = s.add_parser('test'); u.add_argument('model')
def go(*argv):
    try: print p.parse_args(list(argv))
    except SystemExit, e: print 'exit', e.code
go(); go('train'); go('-n', '1', '-m', '1', '2'); go('-n', '1', '-m', '1', '2', 'train'); go('-n', '1', '-m', '1', '2', 'train', 'a')
go('-n', '1', '-m', '1', '2', 'train', 'a', '--k', 'x'); go('-m', '1', '2', 'test', 'x'); go('-n', '7'); go('-n', '1', '-m', '1', '2', 'bad'); go('-n','1','test','x')
go('-n', '1', '-m', '1', '2', 'test', 'x', 'y', '--zz'); go('--help'); go('-n','1','train', '-h')
print p.format_help()
class Q(argparse.ArgumentParser):
    def error(self, message):
        print 'ERROR %s' % message
        raise ValueError(message)
q = Q(); q.add_argument('a'); q.add_argument('b', nargs='?'); q.add_argument('--c', action='append')
try: q.parse_args([])
except ValueError, e: print 'caught', e
print q.parse_args(['1', '--c', '3L']), 'error' in vars(q)
r = argparse.ArgumentParser(prog='r'); r.add_subparsers().add_parser('go').set_defaults(f=3)
print r.parse_args(['go'])
try: r.parse_args([])
except SystemExit, e: print e
g = argparse.ArgumentParser(prog='g'); m = g.add_mutually_exclusive_group(required=True); m.add_argument('--a'); m.add_argument('--b')
try: g.parse_args([])
except SystemExit, e: print e
try: g.parse_args(['--a', '1', '--b', '2'])
except SystemExit, e: print e
print argparse.Namespace(z=1, lr=.1 + .2, n=10L, s='x', d={'b': 1, 'a': 2}, **{'b-c': 2})
sys.stderr = errors
