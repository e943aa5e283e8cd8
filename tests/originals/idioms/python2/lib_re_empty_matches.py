import re
def tell(f):
    try: r = f()
    except Exception, e: print 'ERR', e.__class__.__name__, e; return
    print repr(r)
for p, r, s in (('x*', '-', 'abxd'), ('.*', 'x', 'ab'), ('b*', '<g>', 'abbc'), ('', '-', 'ab'), ('x?', '_', 'xxa'), ('a|', '-', 'banana'), ('|a', '-', 'banana'), ('^', '>', 'ab'), ('$', '<', 'ab\n'), (r'(?m)^', '> ', 'a\nb'), (r'\s*', '', ' a b '), ('(a)|b', r'[\g<0>]', 'ab'), (r'(?:)', '.', ''), ('x*', '-', ''), (r'(\d*)', r'<\1>', 'a12b3'), ('a*?', '-', 'aab'), (r'\n', '\\\\n', 'a\nb'), ('(?i)X*', '-', 'axb')):
    tell(lambda: re.sub(p, r, s)); tell(lambda: re.subn(p, r, s)); tell(lambda: re.compile(p).sub(r, s)); tell(lambda: re.compile(p).subn(r, s, 1)); tell(lambda: re.sub(p, lambda m: '%d' % m.start(), s)); tell(lambda: re.sub(p, r, s, 1)); tell(lambda: re.sub(p, r, s, count=2)); tell(lambda: re.findall(p, s)); tell(lambda: [m.span() for m in re.finditer(p, s)]); tell(lambda: re.compile(p).findall(s, 1)); tell(lambda: re.split(p, s)); tell(lambda: re.compile(p).split(s)); tell(lambda: re.compile(p).split(s, 1)); tell(lambda: [m.span() for m in re.compile(p).finditer(s)])
c = re.compile('x*'); tell(lambda: re.sub(c, '-', 'axb')); tell(lambda: re.match(c, 'xx').group()); print c.pattern, c.groups, c == re.compile('x*'), c.search('axx').span(), bool(c), len(set([c, re.compile('x*')])), re.compile(c) is c
tell(lambda: re.sub('a', r'\d', 'a')); tell(lambda: re.sub('(a)|(b)', r'\1-', 'a')); tell(lambda: re.sub('a', '\\\\', 'a')); tell(lambda: re.sub(r'(?P<n>a)', r'\g<n>\g<1>', 'ab')); tell(lambda: re.sub('b', r'\n\t\x', 'ab')); tell(lambda: re.sub('a', r'\q', 'a'))
import copy, pickle; d = pickle.loads(pickle.dumps(c)); print d.pattern, copy.copy([c])[0] is c
patterns = [re.compile(p) for p in ('', 'a', 'x*')]; print [[isinstance(one, kind) for kind in [type(other) for other in patterns] + [re._pattern_type, str]] for one in patterns], isinstance('a', type(patterns[0])), issubclass(str, type(patterns[0]))
try: re.compile(c, re.I)
except ValueError: print 'no flags beside a pattern'
