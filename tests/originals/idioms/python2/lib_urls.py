# -*- coding: utf-8 -*-
import urllib, urllib2, urlparse
print urllib.quote('a b/ü~'), urllib.quote_plus('a b&c/'), urllib.unquote('a%20b%C3%BC') == 'a bü', urllib.unquote_plus('a+b'), urllib.urlencode([('a', 1), ('b', 'x y')]), urllib.urlencode({'k': [1, 2]}, True)
print urlparse.urlparse('http://h:80/p;x?q=1#f'), urlparse.urljoin('http://a/b/', 'c'), urlparse.parse_qs('a=1&a=2'), urlparse.urlsplit('http://a/b?c').netloc
open('page.txt', 'wb').write('text\xff\nmore'); f = urllib.urlopen('page.txt'); print repr(f.read()); f.close()
import os
f = urllib2.urlopen('file://' + os.path.abspath('page.txt')); print repr(f.readline()), repr(f.read()); f.close(); r = urllib2.Request('http://x/', 'data', {'A': 'b'}); print r.get_method(), r.get_data(), r.get_full_url(), r.has_header('A')
name, headers = urllib.urlretrieve('file://' + os.path.abspath('page.txt'), 'copy.txt'); print name, repr(open(name).read())
