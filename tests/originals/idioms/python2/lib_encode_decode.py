# -*- coding: utf-8 -*-
t = u'Grüße'
e = t.encode('utf-8')
print len(t), len(e), e[2:4] == '\xc3\xbc', e == 'Grüße', e.decode('utf-8') == t, 'x'.encode('utf-8')[0:1] == 'x'
print e, '%s!' % e, 'a' + e, [e]
print repr(t.encode('latin-1')), repr(t.encode('ascii', 'replace')), repr(t.encode('ascii', 'ignore')), t.encode('ascii', 'xmlcharrefreplace')
try:
    '\xff'.decode('utf-8')
except UnicodeDecodeError as error:
    print 'no UTF-8', error.start
try:
    u'\xff'.encode('ascii')
except UnicodeEncodeError as error:
    print 'no ASCII', error.encoding
print '\xe9'.decode('latin-1') == u'\xe9', 'é'.decode('utf-8') == u'é', len('é'), len(u'é'), u'é'.encode('utf-16le') == '\xe9\x00'
