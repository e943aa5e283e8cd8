import StringIO

import numpy as np

a = np.array([[1.5, 2], [3, 4]])
np.savetxt('a.txt', a)
print open('a.txt').read(),
np.savetxt('b.csv', a, fmt='%.2f', delimiter=',', header='x,y')
print open('b.csv').read(),
print np.loadtxt('b.csv', delimiter=','), np.loadtxt('a.txt', usecols=(1,)), np.loadtxt('a.txt', unpack=True)
print np.genfromtxt('b.csv', delimiter=',', skip_header=1), np.genfromtxt('b.csv', delimiter=',', names=True)['y']
print np.loadtxt(StringIO.StringIO('1 2\n3 4')), np.loadtxt(['1,2', '3,4'], delimiter=',', dtype=int)
t = np.genfromtxt(StringIO.StringIO('a 1\nb 2'), dtype=None)
print t['f0'], t['f1'], t.dtype.names
np.savetxt('c.txt', np.arange(3), fmt='%d')
print open('c.txt').read().split(), np.loadtxt('c.txt'), np.loadtxt('c.txt', dtype=np.uint8)
f = open('d.txt', 'w')
np.savetxt(f, a, '%d')
f.close()
print repr(open('d.txt').read()), np.loadtxt('d.txt', converters={0: lambda s: float(s) * 2})
