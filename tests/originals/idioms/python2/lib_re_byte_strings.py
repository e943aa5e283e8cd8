# -*- coding: utf-8 -*-
import re
print re.findall(r'\w+', 'caf\xc3\xa9 na'), len(re.findall(r'\w+', u'caf\xe9 b', re.UNICODE)), repr(re.sub(r'\s+', ' ', 'a \xa0b')), re.split(r'x*', 'axbc'), re.split('(,)', 'a,b,c', 1)
print repr(re.escape('a_b-c.d é')), re.match('(?i)ABC', 'abc').group(), re.search('(?P<n>\\d+)', 'x12').groupdict()
print re.sub('(a)(b)?', r'[\1]', 'aab'), re.sub('x', lambda m: m.group().upper(), 'axb', 1), re.subn('a', 'b', 'aaa'), repr(re.match('\xff+', '\xff\xffa').group())
print [m.span() for m in re.finditer('a|b', 'cab')], re.compile('(\\d)').split('a1b2c'), re.IGNORECASE == re.I
