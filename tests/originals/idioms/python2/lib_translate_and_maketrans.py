import string
t = string.maketrans('abc', 'xyz')
print len(t), 'aabbcc'.translate(t), 'hello world'.translate(None, 'lo'), 'abcabc'.translate(t, 'b'), string.translate('cab', t)
print repr(t[97:100]), string.maketrans('', '') == ''.join(map(chr, range(256)))
print u'abc'.translate({97: u'z', 98: None})
punctuation = 'a,b.c!'.translate(string.maketrans('', ''), string.punctuation)
print punctuation
