open('t.txt', 'w').write('1\n2\n3\n4')
f = open('t.txt')
print f.readline(), f.softspace, repr(f.read())
print f.read() == '', f.readline() == '', f.isatty()
f.close()
try:
    f.read()
except ValueError as e:
    print e
f = open('t.txt')
print [l.strip() for l in f.xreadlines()], f.encoding
try:
    f.next()
except StopIteration:
    print 'stop'
try:
    open('missing.txt')
except IOError as e:
    print e.errno, e.filename, e.strerror
try:
    open('t.txt', 'q')
except ValueError as e:
    print e
