print u"abc" == "abc", u"a" + "b", "%s" % u"x", len(u"abc"), isinstance(u"a", basestring), isinstance(u"a", unicode), {u"k": 1}["k"], "k" in {u"k": 1}
print u"a".encode("ascii"), "abc".decode("ascii") == u"abc", unicode("abc") == "abc", unicode(5), u"%d" % 3, u"x".upper(), hash(u"abc") == hash("abc"), str(u"s")
print u"\u00e9" == u"\xe9", len(u"\u00e9t\u00e9"), ord(u"\u20ac"), u"\u20ac".encode("utf-8") == "\xe2\x82\xac", len("\xe2\x82\xac"), "\xe2\x82\xac".decode("utf-8") == u"\u20ac"
