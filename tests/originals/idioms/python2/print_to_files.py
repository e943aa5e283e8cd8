import StringIO, sys
f = StringIO.StringIO()
print >>f, "one", 2, 0.1 + 0.2
print >>f, "three",
print >>f, [4L]
print >>f
print `f.getvalue()`
class Writer:
    def __init__(self):
        self.parts = []
    def write(self, text):
        self.parts.append(text)
w = Writer()
print >>w, "a", 1
print >>w, "b",
print w.parts
old = sys.stdout
sys.stdout = w
print "hidden"
sys.stdout = old
print "".join(w.parts).count("hidden"), "shown"
