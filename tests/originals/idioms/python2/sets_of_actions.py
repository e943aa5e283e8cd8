actions = set(["NOOP", "FIRE", "RIGHT", "LEFT", "RIGHTFIRE", "LEFTFIRE"])
print actions
for i, a in enumerate(actions):
    print i, a,
print
moves = actions - set(["NOOP", "FIRE"])
print list(moves), [a for a in actions if a.endswith("FIRE")], dict((a, i) for i, a in enumerate(sorted(actions)))
moves.discard("LEFT")
moves.add("UP")
print moves, "UP" in moves, actions.isdisjoint(["UP"]), frozenset(moves) == moves, actions > moves
print zip(actions, range(3)), map(len, actions), filter(lambda a: "L" in a, actions), ",".join(moves), tuple(moves)[0], sorted(moves, key=len)
