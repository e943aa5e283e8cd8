/* The inputs that are positions, which follow from the lit pixels of a frame.

   Each is listed as the number of a row of W1, as positions.py has it. */

#ifndef PONG_PG_PPO_POSITIONS_H
#define PONG_PG_PPO_POSITIONS_H

#include "ppo.h"

/* The first of the two columns of pixels with each paddle. */
enum { MASK_WORDS = 2, OPPONENT = 8, AGENT = 70 };

/* The numbers that position_tables.py has. */
enum { OUTSIDE = 7, FARTHEST_ROWS = 40, FARTHEST_COLUMNS = 20 };
enum { STEEPEST = 20, MOVES = 2 * STEEPEST + 1, MOVE_COLUMNS = 4, MOVE_GROUPS = SIDE / MOVE_COLUMNS };
enum { ABOVE_MOST = 16, ABOVES = 2 * ABOVE_MOST + 1, ABOVE_COLUMNS = 2, ABOVE_ROWS = 4 };

/* The ball: what is lit between the paddles. */
typedef struct {
    int doubled; /* twice the row of its middle, or -1 if nothing is lit */
    int column;  /* its first one */
} Ball;

static Ball find_ball(const uint64_t *lit)
{
    const uint64_t between[MASK_WORDS] = {~((uint64_t)3 << OPPONENT), ((uint64_t)1 << (AGENT - 64)) - 1};
    uint64_t columns[MASK_WORDS] = {0};
    Ball ball = {-1, 0};
    int first = -1;
    for (int row = 0; row < SIDE; row++) {
        const uint64_t *words = lit + row * MASK_WORDS;
        if (!((words[0] & between[0]) | (words[1] & between[1])))
            continue;
        first = first < 0 ? row : first;
        ball.doubled = first + row;
        columns[0] |= words[0] & between[0];
        columns[1] |= words[1] & between[1];
    }
    if (ball.doubled >= 0)
        ball.column = columns[0] ? __builtin_ctzll(columns[0]) : 64 + __builtin_ctzll(columns[1]);
    return ball;
}

/* A paddle, which is where both of its columns are lit. */
typedef struct {
    int is_there;
    int doubled; /* twice the row of its middle, as positions.py says */
} Paddle;

static Paddle find_paddle(const uint64_t *lit, int column)
{
    int first = -1, last = -1, rows = 0;
    for (int row = 0; row < SIDE; row++)
        if ((lit[row * MASK_WORDS + column / 64] >> column % 64 & 3) == 3) {
            first = first < 0 ? row : first;
            last = row;
            rows++;
        }
    int doubled = first + last;
    if (rows <= OUTSIDE && first == 0)
        doubled = 2 * last - OUTSIDE;
    else if (rows <= OUTSIDE && last == SIDE - 1)
        doubled = 2 * first + OUTSIDE;
    return (Paddle){rows > 0, doubled};
}

/* What is in a frame. */
typedef struct {
    Ball ball;
    Paddle agent, opponent;
} Scene;

static Scene find_scene(const uint64_t *lit)
{
    return (Scene){find_ball(lit), find_paddle(lit, AGENT), find_paddle(lit, OPPONENT)};
}

static inline int limited(int move, int most) { return move < -most ? -most : move > most ? most : move; }

/* The place of a move down and to the right of a ball that is now in a column. */
static inline int move_by_column(int down, int right, int column)
{
    int group = (right > 0) * MOVE_GROUPS + column / MOVE_COLUMNS;
    return group * MOVES + limited(down, STEEPEST);
}

/* The place of a ball so many half rows below a paddle, or above it if negative. */
static inline int above_by_column(int below, int column)
{
    int groups = limited(((below < 0 ? -below : below) + ABOVE_ROWS / 2) / ABOVE_ROWS, ABOVE_MOST);
    return column / ABOVE_COLUMNS * ABOVES + (below > 0 ? groups : -groups);
}

/* List the rows of positions and of pairs, as positions.py says, in the order of the tables. `zeros` has the row of the
   value 0 in each. Returns how many there are. */
static int64_t list_positions(Scene now, Scene before, const int16_t *zeros, int16_t *rows)
{
    const int agent = now.agent.is_there, opponent = now.opponent.is_there, ball = now.ball.doubled >= 0;
    const int moved = ball && before.ball.doubled >= 0, column = now.ball.column;
    const int down = now.ball.doubled - before.ball.doubled, right = column - before.ball.column;
    const int below_agent = now.ball.doubled - now.agent.doubled;
    const int below_opponent = now.ball.doubled - now.opponent.doubled;
    const int agent_move = now.agent.doubled - before.agent.doubled;
    const int opponent_move = now.opponent.doubled - before.opponent.doubled;
    const struct {
        int is_there, value;
    } found[] = {
        {ball, now.ball.doubled},
        {ball, column},
        {ball && agent, below_agent},
        {ball && opponent, below_opponent},
        {moved, limited(down, FARTHEST_ROWS)},
        {moved, limited(right, FARTHEST_COLUMNS)},
        {agent, now.agent.doubled},
        {agent && before.agent.is_there, limited(agent_move, FARTHEST_ROWS)},
        {opponent, now.opponent.doubled},
        {opponent && before.opponent.is_there, limited(opponent_move, FARTHEST_ROWS)},
        {!ball, 0},
        {moved, move_by_column(down, right, column)},
        {ball && agent, above_by_column(below_agent, column)},
        {ball && opponent, above_by_column(below_opponent, column)},
    };
    int64_t count = 0;
    for (size_t i = 0; i < sizeof found / sizeof *found; i++)
        if (found[i].is_there)
            rows[count++] = (int16_t)(zeros[i] + found[i].value);
    return count;
}

#endif
