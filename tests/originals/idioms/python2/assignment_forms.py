a = b = [1]
b += [2]
print a, b is a
(x, y), z = (1, 2), 3
[p, q] = "ab"
print x, y, z, p, q
x, y = y, x
i, l = 1, [0, 0, 0]
i, l[i] = 2, 9
print x, y, i, l
l[1:2] = [7, 8]
l[::2] = ["e", "e"]
print l
del l[0], l[-1]
print l
s = "a"; s *= 3; s += "b"
n = 10; n -= 3; n *= 2; n %= 5; n **= 3; n <<= 2; n |= 1; n /= 3; n //= 2; n ^= 7; n >>= 1; n &= 6
print s, n
t = 1,
print t, (), (1), len(t), [(1, 2)] * 2
if 1 < 2 < 3 != 4 > 2: print "chained"
print (1, 2) < (1, 3), "abc"[1], {}.get("x"), not None is None
