import optparse
parser = optparse.OptionParser()
parser.add_option('-e', '--episodes', dest='episodes', type='int', default=10)
parser.add_option('-r', '--render', action='store_true', default=False)
parser.add_option('--gamma', type='float', default=.99)
parser.add_option('--lr', type='float', default=.99)
parser.add_option('--env', default='Pong-v0')
parser.add_option('--name')
parser.set_defaults(seed=3, alpha=4, verbose=True)
opts, args = parser.parse_args(['--lr', '.5', 'x'])
print opts, args; print vars(opts), repr(opts)[:8], opts.__dict__.keys(); print parser.defaults, parser.get_default_values()
opts.extra = 1; print opts, opts == {'a': 1}
