import unittest, sys
from StringIO import StringIO
class T(unittest.TestCase):
    def test_a(self):
        self.assertEquals(1, 1); self.assert_(True); self.failUnless(1); self.failIf(0); self.assertNotEquals(1, 2); self.assertAlmostEquals(1.0, 1.0 + 1e-9)
        self.failUnlessEqual(2, 2); self.failUnlessRaises(ValueError, int, 'x'); self.assertItemsEqual([1, 2], [2, 1]); self.assertRaisesRegexp(ValueError, 'inv', int, 'x'); self.assertRegexpMatches('abc', 'b')
        self.assertDictContainsSubset({1: 2}, {1: 2, 3: 4}); self.failIfEqual(1, 2); self.failUnlessAlmostEqual(1, 1); self.assertNotAlmostEquals(1, 2)
    def test_b(self):
        self.assertEqual(1, 2)
r = unittest.TextTestRunner(stream=StringIO()).run(unittest.TestLoader().loadTestsFromTestCase(T)); print r.testsRun, len(r.failures), len(r.errors), [t.id().split('.')[-1] for t, e in r.failures], unittest.makeSuite(T).countTestCases()
