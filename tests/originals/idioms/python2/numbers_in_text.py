for x in [0.1, 1.0, 1.5e-7, 1e5, 1e12, 1234567890123.0, 2.0 / 3, 1e100, -1e-300, 100000.1, 3.14159265358979]:
    print x, str(x), repr(x), "%s" % x, "%r" % x, "%g" % x, [x], "{}".format(x)
for n in [0, -1, 10 ** 9, 2 ** 31, 2 ** 62, 2 ** 63, -2 ** 63 - 1, 5L]:
    print n, str(n), repr(n), [n], "%d" % n, "%s" % n, "{}".format(n), type(n).__name__
