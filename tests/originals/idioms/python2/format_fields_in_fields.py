print "{}{}".format(1, 2.5), "{:{}}{}".format(1, 5, "x"), "{!r:>{}}|{[0]}".format("q", 6, [7]), "{a:{b}}".format(a=1, b=4), "{0:{1}}".format(2.5, ".2f")
for width in (4, 8):
    print "{0:>{1}}|{0:<{1}}|{0:^{w}}|".format("ab", width, w=width + 1), "{:0{w}d}".format(7, w=width), "%*d" % (width, 7)
