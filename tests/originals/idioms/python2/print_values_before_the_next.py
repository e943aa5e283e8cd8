def work():
    print "working",
    return 5
print "result:", work()
print "again", work(), "end"
def fail():
    raise ValueError("no")
try:
    print "before", fail()
except ValueError, e:
    print "caught", e
class Loud(object):
    def __str__(self):
        print "(str)",
        return "loud"
print "a", Loud(), "b"
