import zipfile, tarfile
from cStringIO import StringIO
z = zipfile.ZipFile('a.zip', 'w'); z.writestr('x.txt', 'hello\xff'); z.close()
z = zipfile.ZipFile('a.zip'); print z.namelist(), repr(z.read('x.txt')), repr(z.open('x.txt').read(2)), zipfile.is_zipfile('a.zip'), issubclass(zipfile.BadZipfile, Exception)
o = StringIO(); y = zipfile.ZipFile(o, 'w'); y.writestr('m', 'in memory'); y.close(); print repr(o.getvalue()[:2]), zipfile.ZipFile(StringIO(o.getvalue())).read('m')
open('t.txt', 'wb').write('tar\xff'); t = tarfile.open('a.tar.gz', 'w:gz'); t.add('t.txt'); t.close()
t = tarfile.open('a.tar.gz'); print t.getnames(), repr(t.extractfile('t.txt').read()), t.getmember('t.txt').size
