import tempfile, os, cPickle
t = tempfile.TemporaryFile(); t.write('abc\xff'); t.seek(0); print repr(t.read()); t.close()
n = tempfile.NamedTemporaryFile(suffix='.p', delete=False); cPickle.dump([1], n); n.close(); print cPickle.load(open(n.name)), n.name.endswith('.p'); os.unlink(n.name)
with tempfile.NamedTemporaryFile() as f:
    f.write('x'); f.flush(); print open(f.name).read(), os.path.exists(f.name)
print os.path.exists(f.name)
d = tempfile.mkdtemp(); print os.path.isdir(d); os.rmdir(d)
fd, name = tempfile.mkstemp(); os.write(fd, 'y'); os.close(fd); print open(name).read(); os.unlink(name)
s = tempfile.SpooledTemporaryFile(); s.write('z\xff'); s.seek(0); print repr(s.read())
