import struct
p = struct.pack('<IhB4sf', 1, -2, 255, 'ab', 0.5)
print len(p), repr(p), type(p) is str
print struct.unpack('<IhB4sf', p), struct.calcsize('<IhB4sf'), struct.unpack('>H', '\x01\x02')[0]
s = struct.Struct('!2c')
print s.unpack('ab'), repr(s.pack('x', 'y')), s.size, s.format
b = bytearray(4); struct.pack_into('>H', b, 1, 513); print list(b), struct.unpack_from('>H', 'xx\x00\x07', 2)
try:
    struct.unpack('<I', 'abc')
except struct.error as e:
    print 'error'
print ''.join(struct.pack('B', i) for i in (0, 127, 128, 255)) == '\x00\x7f\x80\xff'
