import string
print string.split('a b  c'), string.join(['a', 'b'], '-'), string.joinfields(['a', 'b'], ''), string.splitfields('a,b', ',')
print string.atoi('12'), string.atoi('ff', 16), string.atof('1.5'), string.atol('7'), string.zfill(7, 3), string.zfill('-7', 4)
print string.upper('a'), string.lower('A'), string.capwords('hello  world'), string.strip(' a '), string.find('abc', 'c'), string.replace('aaa', 'a', 'b', 2)
print string.letters, string.lowercase, string.uppercase, string.digits, string.count('aXa', 'a'), string.rjust('a', 3), string.ljust('a', 3) + '|', string.center('a', 3)
print string.Template('$x is $y').substitute(x=1, y=2), string.hexdigits, repr(string.whitespace)
