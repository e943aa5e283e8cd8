class Point(object):
    def __init__(self, x):
        self.x = x
    def __repr__(self):
        return "Point(%r)" % self.x
class Named:
    def __init__(self, name):
        self.name = name
    def __str__(self):
        return "<" + self.name + ">"
    def __repr__(self):
        return "Named:" + `self.name`
print Point(0.1 + 0.2), [Point(1)], {"p": Point(2L)}, (Point("a"),)
print Named("n"), [Named("n")], str(Named("m")), "%s %r" % (Named("a"), Named("b")), `Named("c")`
print "%s and %s" % (Point(1), [Point(2.5)])
