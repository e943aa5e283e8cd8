# -*- coding: utf-8 -*-
import sys
reload(sys)
sys.setdefaultencoding('utf-8')
import codecs, json
print u"caf\xe9", "café", u"→ %s" % "é", "é %s" % u"→", "naïve " + u"→", u"→" + "naïve"
print u"caf\xe9"
for w in [u"é", "é", u"→", "→", u"caf\xe9" * 2]: print w,
print
print str(u"é") == "é", unicode("é") == u"é", len(str(u"é")), len(unicode("é")), map(str, [u"é", 1, "é"]), [len(x) for x in map(unicode, ["é", "→"])]
print u"caf\xe9" == "café", "café" != u"caf\xe9", u"é" in "café", "é" in u"café", "é" in [1, u"é"], u"é" not in ("x", "é"), "é" in {"é": 1}, "x" == u"é", 3 == u"é"
print "caf\xc3\xa9".encode('utf-8') == "café", u"caf\xe9".decode('utf-8') == u"caf\xe9", u"caf\xe9".encode() == "café", "café".decode() == u"café", "café".decode('utf-8').encode('gbk', 'ignore') == u'café'.encode('gbk', 'ignore')
sys.stdout.write(u"caf\xe9\n"); sys.stdout.write("café\n"); print >>sys.stdout, u"\xe9", "é"
f = open('t_enc.txt', 'w'); f.write(u"caf\xe9 →\n"); f.write("café\n"); f.write(u"→ é".encode('utf-8') + '\n'); print >>f, u"é", "é", u"naïve"; f.close()
print repr(open('t_enc.txt').read()); print open('t_enc.txt').read().decode('utf-8') == u"café →\ncafé\n→ é\né é naïve\n"
for line in codecs.open('t_enc.txt', 'r', 'utf-8'): print line.strip(), len(line)
print u"名前: %s" % "太郎", "%s" % u"太郎", u"太" + "郎", "太" + u"郎", "".join([u"太", "郎"]), u"{}".format("é"), "{}".format(u"é")
class A(object):
    def __str__(self): return u"caf\xe9".encode('utf-8')
class B(object):
    def __unicode__(self): return u"caf\xe9"
    def __str__(self): return str(self.__unicode__())
print A(), B(), str(B()), "%s" % A(), [u"a"] == ["a"]
print "\xff\xfe" == u"\xff\xfe" if 0 else 'ok', json.dumps({"k": "é"})
try: print 1 / 0
except ZeroDivisionError, e: print u"é:", e
