import datetime, decimal, fractions, calendar, locale
print datetime.datetime(2016, 5, 31, 12, 30), datetime.date(2016, 1, 1).strftime('%d.%m.%y'), datetime.timedelta(hours=3) / 2, datetime.datetime.strptime('2016', '%Y').year, datetime.timedelta(days=1).total_seconds(), repr(datetime.date(2016, 1, 2))
print decimal.Decimal('1.10') + 1, decimal.Decimal(1) / 3, decimal.Decimal('2.5').quantize(decimal.Decimal('1')), decimal.Decimal(0.5), fractions.Fraction(3, 6), fractions.gcd(12, 18), fractions.gcd(-4, 6), repr(fractions.Fraction('0.25')), fractions.Fraction(1, 3) + 1
print calendar.isleap(2016), map(int, calendar.monthrange(2016, 2)), locale.format('%d', 1234567, grouping=False), locale.atof('1.5')
