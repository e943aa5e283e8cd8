# stack: 2021
import atari_py
ale = atari_py.ALEInterface()
ale.setInt("random_seed", 11)
ale.setFloat("repeat_action_probability", 0.4)
ale.loadROM(atari_py.get_game_path("pong"))
print(ale.getAvailableDifficulties()[:2])
print([ale.act(2 + i % 2) for i in range(400)].count(-1), ale.getScreenRGB().sum(), ale.getRAM().sum())
ale.setDifficulty(1)
ale.reset_game()
print([ale.act(2 + i % 2) for i in range(400)].count(-1), ale.getScreenRGB2().sum())
print(ale.Logger.Info, ale.Logger.Warning, ale.Logger.Error)
