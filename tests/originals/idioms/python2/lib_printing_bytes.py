# -*- coding: utf-8 -*-
import sys
print 'é', u'é'.encode('utf-8'), 'é' + 'x', '%s|%5s' % ('é', 'é')
sys.stdout.write('ü\n')
sys.stdout.write(u'ü'.encode('utf-8')+ '\n')
print ['é'], ('é',), {'é': 'ü'}, repr('é'), 'é'.upper(), 'é'.isalpha(), 'à '.strip() == 'à', len('voilà une'.split())
print >>sys.stdout, repr('déjà vu'.title()), 'É'.lower() == 'É', [ord(c) for c in 'é'], 'é' == u'é'.encode('utf-8'), 'a\xa0b'.split()
