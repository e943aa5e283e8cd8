import logging, optparse, getopt, argparse, sys
from StringIO import StringIO
s = StringIO(); h = logging.StreamHandler(s); h.setFormatter(logging.Formatter('%(levelname)s:%(name)s:%(message)s')); l = logging.getLogger('pong'); l.addHandler(h); l.setLevel(logging.INFO)
l.info('x %d', 1); l.debug('no'); l.warn('w %s', 'caf\xc3\xa9'); l.error('e'); print repr(s.getvalue()), logging.getLevelName(20), logging._levelNames[30]
p = optparse.OptionParser(usage='%prog [x]', version='1'); p.add_option('-n', '--num', type='int', default=3, help='n [default: %default]'); p.add_option('-v', action='store_true', dest='v'); o, a = p.parse_args(['-n', '5', 'rest']); print o.num, o.v, a
print getopt.getopt(['-a', '1', '--long=2', 'x'], 'a:', ['long=']), getopt.GetoptError is getopt.error
q = argparse.ArgumentParser(prog='p'); q.add_argument('--lr', type=float, default=1e-3); q.add_argument('files', nargs='*'); print q.parse_args(['--lr', '0.5', 'a']), q.parse_args([]).lr
