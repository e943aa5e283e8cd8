print 1j, 2 + 3j, [1 + 0.1j], complex(0.1 + 0.2, -1), (0.1 + 0.2) * 1j, complex(-0.0, 1)
print str(complex(1, 1.0 / 3)), repr(complex(1, 1.0 / 3)), abs(3 + 4j), (2 + 3j) * (1 - 1j), (1 + 2j).conjugate()
