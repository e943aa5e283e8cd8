import md5, sha, hashlib, hmac
print md5.new('abc').hexdigest(), md5.md5('').hexdigest(), sha.new('abc').hexdigest()
h = hashlib.md5(); h.update('a\xff'); h.update('b'); print h.hexdigest(), len(h.digest()), repr(h.digest()[:3]), h.digest_size, h.block_size
print hashlib.sha1('x').hexdigest(), hashlib.sha256('x').hexdigest()[:16], hashlib.new('md5', 'x').hexdigest(), hashlib.sha512().digest_size
print hmac.new('key', 'message', hashlib.sha1).hexdigest(), hmac.new('key', 'message').hexdigest(), h.copy().hexdigest() == h.hexdigest()
