import zlib
data = 'pong\xff' * 50
c = zlib.compress(data)
print type(c) is str, len(c) < len(data), zlib.decompress(c) == data, repr(c[:2])
print zlib.crc32('hello'), zlib.crc32('a' * 30), zlib.adler32('hello' * 40), zlib.crc32('b', zlib.crc32('a')), zlib.crc32('x') & 0xffffffff
o = zlib.compressobj(9); s = o.compress(data) + o.flush(); d = zlib.decompressobj(); print d.decompress(s) + d.flush() == data, repr(d.unused_data)
try:
    zlib.decompress('rubbish')
except zlib.error as e:
    print 'error'
