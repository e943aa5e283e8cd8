import itertools
from itertools import izip, imap, ifilter, izip_longest, ifilterfalse, count
print list(izip('ab', [1, 2])), list(imap(None, 'ab', [1, 2])), list(imap(lambda a, b: a + b, [1, 2], [10, 20])), list(ifilter(None, [0, 1])), list(ifilterfalse(None, [0, 1])), list(izip_longest('ab', [1], fillvalue='-'))
print izip([1], [2]).next(), dict(izip('ab', itertools.count(1))), list(itertools.islice(itertools.cycle('ab'), 3)), [(k, list(g)) for k, g in itertools.groupby('aab')], count(3), itertools.repeat(1, 2)
print list(itertools.chain('ab', [1])), list(itertools.product('ab', repeat=2))[:2], list(itertools.combinations('abc', 2)), list(itertools.starmap(pow, [(2, 3)])), [list(t) for t in itertools.tee('ab')], list(itertools.compress('abc', [1, 0, 1]))
