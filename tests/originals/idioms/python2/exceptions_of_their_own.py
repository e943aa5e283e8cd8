class GameError(Exception):
    def __init__(self, code, text="failed"):
        Exception.__init__(self, code, text)
        self.code = code
    def __str__(self):
        return "%s (%d)" % (self.args[1], self.code)
class Lost(GameError): pass
try:
    raise Lost, 3
except GameError, e:
    print e, repr(e), e.code, e.args, isinstance(e, Lost), e.message == ""
try:
    raise GameError(5, "stopped")
except (KeyError, GameError), (code, text):
    print code, text
class Quiet(Exception): pass
print repr(Quiet()), str(Quiet("q")), [Quiet(1, 2)], Quiet("x").message
try:
    try: raise Quiet("inner")
    finally: print "cleanup"
except Quiet, q: print q
print q.args
