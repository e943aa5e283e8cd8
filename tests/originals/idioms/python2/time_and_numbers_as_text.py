import datetime, time
print datetime.date(2016, 5, 31), repr(datetime.date(2016, 5, 31)), datetime.datetime(2016, 5, 31, 12, 0, 5), [datetime.timedelta(1, 30)]
print time.strftime("%Y-%m-%d", time.gmtime(0)), datetime.datetime.strptime("2016-05-31", "%Y-%m-%d"), datetime.timedelta(hours=5) / 2
import decimal, fractions
print decimal.Decimal("1.10") + 1, [decimal.Decimal("2")], fractions.Fraction(1, 3), [fractions.Fraction(2, 4)], decimal.Decimal(3) / 2
print datetime.timedelta(seconds=3661), datetime.date(2016, 1, 1) < datetime.date(2016, 1, 2), str(datetime.timedelta(0.5))
