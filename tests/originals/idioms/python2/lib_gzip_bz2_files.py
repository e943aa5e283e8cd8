import gzip, bz2, cPickle
from StringIO import StringIO
f = gzip.open('a.gz', 'wb'); f.write('line 1\nline\xff 2\n'); f.close()
print repr(gzip.open('a.gz').read()), [l for l in gzip.open('a.gz', 'rb')], gzip.GzipFile('a.gz').readline()
cPickle.dump({'a': 1, 'b': 'x\xff'}, gzip.open('p.gz', 'wb'), 2)
print cPickle.load(gzip.open('p.gz')) == {'a': 1, 'b': 'x\xff'}
out = StringIO(); g = gzip.GzipFile(fileobj=out, mode='wb'); g.write('in memory'); g.close(); print repr(out.getvalue()[:2]), gzip.GzipFile(fileobj=StringIO(out.getvalue())).read()
print bz2.decompress(bz2.compress('abc\xff')) == 'abc\xff'; b = bz2.BZ2File('a.bz2', 'w'); b.write('text'); b.close(); print repr(bz2.BZ2File('a.bz2').read())
