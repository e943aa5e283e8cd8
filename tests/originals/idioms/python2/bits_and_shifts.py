print 5 & 6, 5 | 6, 5 ^ 6, ~5, 1 << 3, 256 >> 2, -1 << 4, 0xFFFFFFFF, 0xFFFFFFFF + 1, ~0xFFFFFFFF, 1 << 31, 1 << 64
def crc(s):
    h = 5381
    for c in s:
        h = (h * 33 + ord(c)) & 0xFFFFFFFF
    return h
print crc("pong"), hex(crc("pong")), "%08x" % crc("x"), hex(1 << 70), oct(511), bin(1 << 5), int("0b101", 2), int("0xff", 16), int("z", 36)
