f = open('u.txt', 'w')
try:
    f.write(u'\u20ac')
except UnicodeEncodeError as e:
    print e.encoding, e.start
f.write(u'\u20ac'.encode('utf-8'))
f.write(u'plain')
f.close()
t = open('u.txt').read()
print len(t), repr(t), len(t.decode('utf-8'))
import codecs
with codecs.open('u.txt', 'w', 'utf-8') as g:
    g.write(u'gr\xfc\xdfe')
print len(open('u.txt').read()), len(codecs.open('u.txt', 'r', 'utf-8').read())
import io
print len(io.open('u.txt', encoding='utf-8').read()), repr(io.open('u.txt', 'rb').read(3))
try:
    open('u.txt').write('x')
except IOError as e:
    print e
