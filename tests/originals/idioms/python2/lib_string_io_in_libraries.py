import StringIO, cStringIO, numpy as np, pickle, cPickle, csv, zipfile, gzip, json, struct, wave, tarfile, bz2
from PIL import Image
a = np.arange(48, dtype=np.uint8).reshape(4, 4, 3)
for kind in (StringIO.StringIO, cStringIO.StringIO):
    out = kind(); Image.fromarray(a).save(out, 'PNG'); data = out.getvalue()
    print type(data), data[:4] == '\x89PNG', len(data) > 50
    im = Image.open(kind(data)); print im.size, im.mode, np.asarray(im).sum(), (np.array(im) == a).all()
    out.seek(0); print np.asarray(Image.open(out)).shape
    out = kind(); Image.fromarray(a[:, :, 0]).save(out, format='BMP'); out.seek(0); print Image.open(out).format, np.array(Image.open(kind(out.getvalue())))[1]
    out = kind(); np.save(out, a); print len(out.getvalue()), out.getvalue()[:6] == '\x93NUMPY'; out.seek(0); print np.load(out).sum(); print np.load(kind(out.getvalue())).shape
    out = kind(); np.savez(out, x=a, y=a[0]); out.seek(0); z = np.load(out); print sorted(z.files), z['x'].sum()
    out = kind(); np.savetxt(out, a[:, :, 0], fmt='%d'); print map(str, out.getvalue().split('\n')); out.seek(0); print np.loadtxt(out).sum(); print np.loadtxt(kind('1 2\n3 4\n')), np.genfromtxt(kind('1,2\n3,4\n'), delimiter=','), np.loadtxt(kind('# c\n1;2'), delimiter=';')
    for p in (pickle, cPickle):
        for proto in (0, 1, 2):
            out = kind(); p.dump({'a': [1, 2.5, 'x\xff'], 'b': a[0, 0]}, out, proto); out.seek(0); v = p.load(out); print v['a'], v['b'], sorted(v); print p.load(kind(p.dumps((1, 'a'), proto)))
    out = kind(); w = csv.writer(out); w.writerow([1, 'a b', 'c,d']); w.writerow(['\xff', 2.5]); print repr(out.getvalue()); out.seek(0); print list(csv.reader(out)); print list(csv.DictReader(kind('a,b\n1,2\n')))
    out = kind(); z = zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED); z.writestr('a.txt', 'hello\xff'); z.close(); print out.getvalue()[:2]; z = zipfile.ZipFile(kind(out.getvalue())); print z.namelist(), repr(z.read('a.txt')); print [l for l in z.open('a.txt')]
    out = kind(); g = gzip.GzipFile(fileobj=out, mode='wb'); g.write('line 1\nline\xfe 2\n'); g.close(); print repr(gzip.GzipFile(fileobj=kind(out.getvalue())).read()), gzip.GzipFile(fileobj=kind(out.getvalue()), mode='rb').readlines()
    out = kind(); t = tarfile.open(fileobj=out, mode='w'); i = tarfile.TarInfo('x'); i.size = 3; t.addfile(i, kind('ab\xff')); t.close(); t = tarfile.open(fileobj=kind(out.getvalue())); print t.getnames(), repr(t.extractfile('x').read())
    print json.load(kind('{"a": 1}'))['a']; out = kind(); json.dump([1], out); print out.getvalue()
    im = Image.open(kind(data)).convert('L').resize((2, 2)); print im.size
import copy
for kind in (StringIO.StringIO, cStringIO.StringIO):
    s = kind('a\rb\r\nc\nd'); print [l for l in s]; s.seek(2); print repr(s.readline()), s.tell(), s.read(3), s.getvalue()
s = StringIO.StringIO(); s.write('ab'); s.name = 'n'; t = pickle.loads(pickle.dumps(s)); print t.getvalue(), t.tell(), t.name; t.write('c'); print t.getvalue(), s.getvalue(), copy.copy(s).getvalue()
class Tee(StringIO.StringIO):
    def __init__(self, other): StringIO.StringIO.__init__(self); self.other = other
    def write(self, t): self.other.append(t); StringIO.StringIO.write(self, t.upper())
l = []; t = Tee(l); print >>t, 'x', 1; t.writelines(['a', 'b']); print l, repr(t.getvalue()), t.len, t.pos
s = StringIO.StringIO('abc'); print s.closed if hasattr(s, 'closed') else '', s.close()
try: s.read()
except ValueError, e: print e
s = StringIO.StringIO(); print >>s, 'caf\xe9', 1.5, [u'\u20ac'.encode('utf-8')]; print repr(s.getvalue()), s.isatty(), s.flush()
import sys; o, sys.stdout = sys.stdout, StringIO.StringIO(); print 'hidden', ; print 3; v, sys.stdout = sys.stdout.getvalue(), o; print repr(v)
