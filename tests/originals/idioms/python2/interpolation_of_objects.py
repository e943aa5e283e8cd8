class V(object):
    def __init__(self, x): self.x = x
    def __str__(self): return "V(%s)" % self.x
class U:
    def __unicode__(self): return u"unicode"
    def __str__(self): return "string"
class F(object):
    def __format__(self, spec): return "formatted<%s>" % spec
print "%s" % V(1.1 * 3), "{}".format(V(2)), str(V(3L)), "%5s|" % V(1), [V(1)] != [], "%s %s" % (V(1), V([0.1 + 0.2]))
print str(U()), "%s" % U(), "{0:abc} {0}".format(F()), format(F(), "x"), "%r" % ("t",), "%s" % ((1, 2),), "%(x)s" % vars(V(5L))
