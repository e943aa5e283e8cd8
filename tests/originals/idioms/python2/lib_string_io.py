from StringIO import StringIO
import cStringIO
for make in StringIO, cStringIO.StringIO:
    s = make('a\nbb\nccc')
    print s.readline(), s.read(2), repr(s.readlines()), s.tell()
    s.seek(0); print s.next(), [line for line in s]
    s.seek(-2, 2); print repr(s.read()), repr(s.getvalue())
    o = make(); print >>o, 'x', 1; o.write('\xff\x00'); o.writelines(['p', 'q']); print repr(o.getvalue()), o.tell()
    o.seek(0); print repr(o.read(3)); o.truncate(2); print repr(o.getvalue())
    o.close()
    try:
        o.write('x')
    except ValueError as e:
        print e
import sys
saved, sys.stdout = sys.stdout, StringIO()
print 'captured', 1
text, sys.stdout = sys.stdout.getvalue(), saved
print repr(text)
u = StringIO(); u.write(u'\u20ac'); u.write('a'); print len(u.getvalue()), u.len, u.buf == u.getvalue()
