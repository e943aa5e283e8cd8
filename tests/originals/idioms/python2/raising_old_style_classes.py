class Stop:
    def __init__(self, why):
        self.why = why
class Early(Stop):
    pass
try:
    raise Stop("done")
except Stop, s:
    print "caught", s.why
try:
    raise Early, "soon"
except Stop, s:
    print s.why, s.__class__.__name__
class Plain:
    pass
try:
    raise Plain
except Plain:
    print "plain"
