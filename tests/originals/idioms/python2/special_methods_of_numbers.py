class N:
    def __init__(self, v):
        self.v = v
    def __int__(self):
        return int(self.v)
    def __long__(self):
        return long(self.v)
    def __float__(self):
        return float(self.v)
    def __hex__(self):
        return "hex!"
    def __oct__(self):
        return "oct!"
    def __index__(self):
        return self.v
    def __coerce__(self, other):
        return self.v, other
n = N(3)
print int(n), long(n), float(n), hex(n), oct(n), range(5)[n], n + 4, 4 + n, n * 2, 10 - n, coerce(1, 2.0), coerce(1, 2L)
print n == 3 or n.v == 3, abs(-n.v), "abcde"[n]
