f = open('data.bin', 'wb')
f.write('\x00\xff\r\n\xe9')
f.write(bytearray([1, 2]))
f.write(buffer('ab'))
f.writelines(['x\n', 'y'])
f.close()
for mode in 'r', 'rb', 'rU':
    f = open('data.bin', mode)
    print mode, repr(f.read()), f.mode, f.name, f.closed
    f.close()
print f.closed, [ord(c) for c in open('data.bin').read(2)]
f = open('data.bin', 'r+b')
f.seek(1)
f.write('Z')
f.seek(0)
print repr(f.read(3)), f.tell()
f.close()
