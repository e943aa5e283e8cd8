import base64, binascii
print base64.b64encode('\x00\xff\xfe'), base64.urlsafe_b64encode('\x00\xff\xfe'), repr(base64.b64decode('AP/+')), base64.b32encode('ab'), base64.b16encode('ab')
print repr(base64.encodestring('x' * 60)), base64.decodestring('YWJj\n'), base64.standard_b64decode('YQ==')
try:
    base64.b64decode('abc')
except TypeError as e:
    print 'TypeError'
print binascii.hexlify('ab\xff'), repr(binascii.unhexlify('6162ff')), binascii.crc32('hello'), repr(binascii.b2a_base64('a')), binascii.a2b_base64('YQ==')
from StringIO import StringIO
out = StringIO(); base64.encode(StringIO('some text'), out); print repr(out.getvalue())
