import csv
with open('a.csv', 'wb') as f:
    w = csv.writer(f)
    w.writerow(['episode', 'reward', 'mean'])
    w.writerow([1, -21.0, None])
    w.writerow([2, 0.1 + 0.2, 'with "quotes", and commas'])
    w.writerows([(3, 1e100, 'caf\xc3\xa9'), (4, True, '')])
print repr(open('a.csv', 'rb').read())
with open('a.csv', 'rb') as f:
    for row in csv.reader(f):
        print row
with open('a.csv', 'rU') as f:
    r = csv.DictReader(f)
    print r.fieldnames, [row['reward'] for row in r], r.line_num
with open('b.csv', 'wb') as f:
    w = csv.DictWriter(f, fieldnames=['a', 'b'], extrasaction='ignore', delimiter=';', lineterminator='\n')
    w.writeheader()
    w.writerow({'a': 1, 'b': 'x;y', 'c': 3})
print open('b.csv').read(), csv.reader(open('b.csv'), delimiter=';').next()
try:
    with open('b.csv', 'ab') as f:
        csv.writer(f).writerow(3)
except csv.Error as e:
    print type(e).__name__
