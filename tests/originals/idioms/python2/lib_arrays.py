import array
a = array.array('i', [1, 2, 3]); print a, repr(a.tostring()), a.typecode, a[1:], a.tolist(), len(a)
b = array.array('B'); b.fromstring('ab\xff'); print b.tolist(), repr(b.tostring()), b == array.array('B', 'ab\xff')
c = array.array('c', 'hello'); c[0] = 'j'; c.append('!'); print c, c.tostring(), c[1], c[1:3]
f = open('a.bin', 'wb'); array.array('H', [1, 2]).tofile(f); f.close(); d = array.array('H'); d.fromfile(open('a.bin', 'rb'), 2); print d.tolist(), array.array('d', [0.5])
import marshal
print repr(marshal.dumps([1, 'a'])[:1]), marshal.loads(marshal.dumps([1, 'a', 2.5, None])); marshal.dump((1, 2), open('m', 'wb')); print marshal.load(open('m', 'rb'))
