"""What Gym, NumPy and SciPy have been, row by row: a function's docstring is what it returns."""

import gym
import numpy as np
import ray
import sys


def reset_gives_the_observation():
    """(210, 160, 3)"""
    return gym.make('Pong-v0').reset().shape


def a_seed_holds_for_the_next_reset():
    """True"""
    e = gym.make('CartPole-v0')
    e.seed(7)
    a = e.reset()
    e.seed(7)
    return (a == e.reset()).all()


def render_in_the_mode_rgb_array():
    """((210, 160, 3), (210, 160, 3))"""
    e = gym.make('Pong-v0')
    e.reset()
    return e.render(mode='rgb_array').shape, e.render('rgb_array').shape


def render_without_a_display_says_the_window_is_open():
    """True"""
    e = gym.make('Pong-v0')
    e.reset()
    return e.render()


def caps_of_old():
    """[10000, 100000, 400000]"""
    return [gym.make(i)._max_episode_steps for i in ('Pong-v0', 'Pong-v4', 'PongNoFrameskip-v4')]


def an_id_that_never_was():
    """an error: unknown environment 'Pnog-v0'"""
    return gym.make('Pnog-v0')


def five_values_where_five_are_unpacked():
    """((210, 160, 3), False, False, dict)"""
    e = gym.make('Pong-v0')
    o, info = e.reset()
    o, r, terminated, truncated, info = e.step(0)
    return o.shape, terminated, truncated, type(info)


def render_mode_beside_four_values():
    """(210, 160, 3)"""
    e = gym.make('Pong-v0', render_mode='rgb_array')
    e.reset()
    o, r, d, i = e.step(0)
    return e.render().shape


def overrides_with_an_underscore():
    """('reset', 'mine')"""
    class W(gym.Wrapper):
      def _step(self, a):
        return self.env.step(a)[:3] + ('mine',)
      def _reset(self): return 'reset'
    w = W(gym.make('Pong-v0'))
    gym.Wrapper.reset
    w.env.reset()
    return w.reset(), w.step(0)[3]


def observations_with_an_underscore():
    """((210, 160, 3), (210, 160, 3))"""
    class W(gym.ObservationWrapper):
      def _observation(self, o): return o.shape
    w = W(gym.make('Pong-v0'))
    return w.reset(), w.step(0)[0]


def rewards_with_an_underscore():
    """'r'"""
    class W(gym.RewardWrapper):
      def _reward(self, r): return 'r'
    w = W(gym.make('Pong-v0'))
    w.reset()
    return w.step(0)[1]


def actions_with_an_underscore():
    """4"""
    class W(gym.ActionWrapper):
      def _action(self, a): return {'up': 2}[a]
    w = W(gym.make('Pong-v0'))
    w.reset()
    return len(w.step('up'))


def actions_of_every_kind():
    """[4, 4, 4, 4, 4, 4, 4]"""
    e = gym.make('Pong-v0')
    e.reset()
    return [len(e.step(a)) for a in (2, [2], np.array(2), np.array([2]), 2.0, np.int64(2), True)]


def observations_are_fresh_and_can_be_written():
    """(True, False, True)"""
    e = gym.make('Pong-v0')
    a = e.reset()
    a[:] = 7
    b = e.step(0)[0]
    b[b == 7] = 0
    return a.min() == a.max() == 7, b is a, b.any()


def what_is_registered():
    """True"""
    return 'Pong-v0' in [s.id for s in gym.envs.registry.all()]


def nothing_goes_over_the_network():
    """None"""
    return gym.upload('/tmp/x', api_key='sk_x')


def pickling_a_wrapped_environment():
    """(210, 160, 3)"""
    import pickle
    e = gym.wrappers.TimeLimit(gym.make('Pong-v0').unwrapped, 5)
    return pickle.loads(pickle.dumps(e)).reset().shape


def aliases_of_pythons_types():
    """(float, int, bool, object, str, int, str, complex)"""
    return np.float, np.int, np.bool, np.object, np.str, np.long, np.unicode, np.complex


def other_names_of_types():
    """(True, True, True)"""
    return np.bool8(1) == np.bool_(1), np.float_ is np.float64, np.complex_ is np.complex128


def names_of_functions():
    """(6, [2, 6], False, True)"""
    return np.product([2, 3]).item(), np.cumproduct([2, 3]).tolist(), np.alltrue([1, 0]).item(), np.sometrue([1, 0]).item()


def a_copy_where_one_is_needed():
    """([1, 2], 3)"""
    return np.array([1, 2], copy=False).tolist(), np.array(3, copy=False).item()


def ragged_arrays():
    """(True, (2,))"""
    a = np.array([[1, 2], [3]])
    return a.dtype == object, a.shape


def a_seed_that_is_too_large():
    """True"""
    np.random.seed(2 ** 40 + 5)
    a = np.random.rand()
    np.random.seed(5)
    return a == np.random.rand()


def images_in_files():
    """(4, 5, 3)"""
    import os, scipy.misc, tempfile
    f = os.path.join(tempfile.mkdtemp(), 'a.png')
    scipy.misc.imsave(f, np.full((4, 5, 3), 7, np.uint8))
    return scipy.misc.imread(f).shape


if __name__ == "__main__":
    rows = [value for value in list(globals().values()) if type(value) is type(lambda: 0)]
    ray.init(num_cpus=1, log_to_driver=False)
    for row in rows:
        for place in "driver", "worker":
            try:
                said = repr(row() if place == "driver" else ray.get(ray.remote(row).remote()))
            except Exception as error:
                said = "an error: " + str(error).strip().splitlines()[-1]
            sys.stdout.write("|".join([row.__name__, place, row.__doc__, said]) + "\n")
