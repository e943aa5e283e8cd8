import time, sys
start = time.clock(); time.sleep(0.2); print time.clock() - start < 0.1, isinstance(time.clock(), float)
print sys.maxint, sys.maxint + 1, -sys.maxint - 1, sys.maxunicode, sys.byteorder
sys.exc_clear(); sys.setcheckinterval(50); print sys.getcheckinterval(), sys.long_info.bits_per_digit, sys.float_info.dig, sys.py3kwarning
reload(sys); sys.setdefaultencoding('utf-8'); print time.strftime('%Y-%m-%d', time.gmtime(0)), time.gmtime(86400)[:3], time.asctime(time.gmtime(0)), len(time.ctime())
