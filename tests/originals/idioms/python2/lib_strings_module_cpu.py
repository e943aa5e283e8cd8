import strop, zlib
print strop.split('a b'), strop.atoi('10'), strop.upper('x'), strop.join(['a', 'b'], '+'), strop.strip(' x '), strop.find('abc', 'b'), len(strop.maketrans('a', 'b'))
import StringIO, os, gc, struct
data = ''.join(chr(i) for i in range(256))
f = open('all.bin', 'wb'); f.write(data); f.close(); print open('all.bin', 'rb').read() == data, os.path.getsize('all.bin'), zlib.crc32(data), struct.unpack('256B', data)[200], data[200:203].encode('hex'), data.find('\xc8'), hash(data[:10])
