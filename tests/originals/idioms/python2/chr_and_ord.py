print [ord(c) for c in "az"], chr(97) + chr(98), unichr(120), map(ord, "AB"), "".join(map(chr, range(65, 70))), ord(unichr(200)), len(chr(200)), repr(chr(200)), repr("\xe9\x00")
print intern("abc") is intern("abc"), apply(chr, (65,)), cmp("a", chr(97)), "abc".encode("hex"), "616263".decode("hex")
