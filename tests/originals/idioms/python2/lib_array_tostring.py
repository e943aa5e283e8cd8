import numpy as np, cPickle, base64, zlib, hashlib, struct
a = np.arange(6, dtype=np.uint8).reshape(2, 3)
s = a.tostring(); print type(s) is str, repr(s), len(s), np.fromstring(s, np.uint8).reshape(2, 3).tolist(), hashlib.md5(s).hexdigest(), base64.b64encode(s), len(zlib.compress(a.tostring())), hashlib.md5(a).hexdigest() == hashlib.md5(s).hexdigest()
f = open('a.bin', 'wb'); f.write(a.tostring()); a.tofile(f); f.close(); print repr(open('a.bin', 'rb').read()), np.fromfile('a.bin', np.uint8), np.fromfile(open('a.bin', 'rb'), np.uint8, 3), np.fromstring(open('a.bin', 'rb').read(), dtype=np.uint8)[-1]
np.save(open('a.npy', 'wb'), a); print np.load(open('a.npy', 'rb')).tolist(), np.load('a.npy').sum(); np.savetxt('t.txt', a, '%d'); print open('t.txt').read().split(), np.loadtxt('t.txt').tolist(), np.loadtxt(open('t.txt')).sum()
for protocol in 0, 1, 2:
    b = cPickle.loads(cPickle.dumps({'W': a * 0.5, 'x': np.float32(2)}, protocol)); print b['W'].tolist(), b['x']
