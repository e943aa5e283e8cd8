class Box:
    pass
for name in ["left", "right"]:
    exec "def %s(self): return %r" % (name, name) in Box.__dict__
print Box().left(), Box().right()
class Built(object):
    for word in ("up", "down"):
        exec "%s = %r * 2" % (word, word)
print Built.up, Built.down, Built.word
