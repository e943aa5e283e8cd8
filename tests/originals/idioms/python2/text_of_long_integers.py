print 2 ** 64, repr(2 ** 64), [2 ** 64], "%s" % 2 ** 3, "%d" % 2 ** 70
print 10L, repr(10L), [5L, 5], {2L: 1L}, str(7L), `7L`
print hex(255), hex(2 ** 40), hex(2 ** 64), oct(8), oct(0), oct(2 ** 65), hex(10L), oct(10L)
print type(2 ** 62), type(2 ** 63), type(1), type(1L)
print isinstance(2 ** 63, long), isinstance(2 ** 62, long), isinstance(3L, long), isinstance(3, long)
print isinstance(3, (int, long)), isinstance(2 ** 80, (int, long))
import sys
print sys.maxint, sys.maxint + 1, type(sys.maxint + 1)
print long("12") + 1, repr(long("12") * 2), int("77", 8), int("0x1f", 16), int("017", 0)
print 0777, 0xffL, 017 + 1, 0o17, 0b101
