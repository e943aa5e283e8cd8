for n in [1, 10, 100]:
    print "%3d %6.2f %s" % (n, n / 3.0, n / 3.0), n / 3, str(n / 7.0), repr(n / 7.0)
print "Episode {0:>4d}: reward {1:+.1f}, eps {2}".format(7, -21.0, 1 - 0.1 * 3)
print "loss=%.4f" % 0.12345, "time=%ds" % 12.9, "%s%%" % (100 * 1 / 3), "%s%%" % (100.0 * 1 / 3)
