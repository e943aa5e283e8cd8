import numpy as np

a = np.fromstring('\x01\x02\x03', dtype=np.uint8)
print a, a.flags.writeable, np.fromstring('1 2 3', sep=' '), np.fromstring('1,2', dtype=int, sep=','), np.frombuffer('ab', 'u1')
print len(np.arange(3).tostring()), a.tobytes() == a.tostring(), a.tolist()
print np.fromstring(np.arange(3.0).tostring()), np.fromstring(np.float32([1, 2]).tostring(), np.float32)
a.tofile('x.bin')
print np.fromfile('x.bin', np.uint8), np.fromfile(open('x.bin', 'rb'), dtype='u1', count=2)
np.array([1.5, 2]).tofile('y.txt', sep=' ')
print open('y.txt').read(), np.fromfile('y.txt', sep=' '), np.fromiter((x * x for x in range(4)), int), np.fromfunction(lambda i, j: i + j, (2, 2))
