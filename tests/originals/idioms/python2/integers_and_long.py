import sys
print sys.maxint == 2 ** 63 - 1, -sys.maxint - 1, 2 ** 31 * 2, 10 ** 18 * 10, 1 << 62, 1 << 63
print int(3.99), int(-3.99), int("  42 "), long(2.5e10), int(1e18), int(1e20), int("ff", 16), int(True)
print divmod(7, 2), divmod(-7, 2), divmod(7.5, 2), pow(2, 10), pow(2, -1), pow(3, 4, 5), abs(-5L), -7 // 2, -7 % 3, 7 % -3
print round(2.5), round(-2.5), round(0.5), round(1234.5678, 2), round(1234.5678, -2), round(5), round(2.675, 2), round(1e16)
print bin(10), bin(-3), chr(65), ord("a"), unichr(97), bool(0L), 5L == 5, 5L in [5], {5: "x"}[5L], [1, 2, 3][1L]
print 1e3 == 1000, 3 == 3.0, 0.1 + 0.2 == 0.3, 10 ** -2, 2 ** 0.5, float("1e-3"), int(round(2.7)), cmp(3, 3L)
print 5 / 2L, 7L / 2, 3L * 1.5, long(7) % 4, sum([1, 2L, 3]), max(1, 2L), repr(2L ** 3), (5L).__class__.__name__
