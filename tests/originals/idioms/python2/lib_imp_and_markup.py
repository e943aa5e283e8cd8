import imp, os, sys
open('py2file.py', 'w').write('print "loading", __name__\nX = 7 / 2\ndef f(a): return a.has_key("k")\n')
cfg = imp.load_source('cfg', 'py2file.py'); print cfg.X, cfg.f({'k': 1}), cfg.__name__, os.path.basename(cfg.__file__)[:10], sys.modules['cfg'] is cfg
import cfg as again; print again is cfg
open('conf.txt', 'w').write('y = 3L\nz = u"a"\n')
c = imp.load_source('conf', 'conf.txt'); print c.y, c.z
c2 = imp.load_source('conf2', os.path.abspath('conf.txt'), open('conf.txt')); print c2.y
f, path, d = imp.find_module('py2file'); print f is not None, os.path.basename(path), d
m = imp.load_module('py2file', f, path, d); print m.X; f.close()
m = imp.new_module('dyn'); exec 'q = 1/2' in m.__dict__; print m.q, m.__name__
open('py2file.py', 'w').write('X = 9\n')
try: os.remove('py2file.pyc')
except OSError: pass
try: imp.load_source('nope', 'nope.py')
except IOError, e: print 'IOError', e.errno
try: imp.find_module('nope_at_all')
except ImportError, e: print e
print imp.acquire_lock(), imp.lock_held(), imp.release_lock()
import xml.etree.ElementTree as ET
r = ET.fromstring('<a><b x="1">t</b><c/></a>'); print [x.tag for x in r.getchildren()], [x.tag for x in r.getiterator()], [x.tag for x in r.getiterator('b')], [x.tag for x in ET.ElementTree(r).getiterator()]
import xml.etree.cElementTree as CT
print CT.fromstring('<a><b/></a>').getchildren()[0].tag
import HTMLParser
print HTMLParser.HTMLParser().unescape('&lt;a&amp;&gt; &quot;'), HTMLParser.HTMLParser().unescape('x')
class P(HTMLParser.HTMLParser):
    def handle_data(self, d): print 'data', d
    def handle_starttag(self, t, a): print 'tag', t, a
    def handle_entityref(self, n): print 'ent', n
    def handle_charref(self, n): print 'char', n
P().feed('<p class="a">x &amp; y &#65;</p>')
