print "%d %i %u %5d|%-5d|%05d %+d" % (3, 4.9, 5, 6, 7, 8, 9), "%x %X %o %#x %#o" % (255, 255, 8, 255, 8)
print "%f %.2f %8.3f|%-8.2f|%e %g %g %G" % (1.5, 2.345, 3.14159, 2.5, 12345.678, 1e-5, 1e20, 1e-10)
print "%s %r %10s|%-10s|%.2s" % ("a", "b", "right", "left", "cut"), "%c%c" % ("x", 65), "%%", "100%%" % ()
print "%s %s %s" % (None, [1.1 * 3, "x"], {"k": 2L}), "%(a)s %(b).1f %(a)r" % {"a": 0.1 + 0.2, "b": 2}, "%s" % (1,), "%s" % [1]
print "%*d|%-*d|%.*f" % (5, 3, 4, 2, 1, 2.55), "%s" % 1e11, "%d" % 10 ** 20, "%5.1f%%" % 99.55, "%s" % True
fmt = "episode %d reward %s mean %s"
print fmt % (3, -21.0, -20.9 + 0.1 * 3), fmt % (1L, 2L ** 65, set([1]))
x = 17
print x % 5, 17.5 % 5, "%s" % x, "%s-%s" % tuple("ab")
try:
    print "%d" % "x"
except TypeError, e:
    print "TypeError"
try:
    print "%d %d" % (1,)
except TypeError, e:
    print e
