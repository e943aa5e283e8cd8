/* The inputs that are positions, which follow from the lit pixels of a frame.

   Each is listed as the number of a row of W1, as positions.py has it. */

#ifndef PONG_PG_PPO_POSITIONS_H
#define PONG_PG_PPO_POSITIONS_H

#include "ppo.h"

/* The first of the two columns of pixels with each paddle. */
enum { MASK_WORDS = 2, OPPONENT = 8, AGENT = 70 };

/* Where the tables of position_tables.py begin among the rows of W1, in their order: the place of the value 0. */
enum { HEIGHTS = 2 * SIDE - 1, OUTSIDE = 7, FARTHEST_ROWS = 40, FARTHEST_COLUMNS = 20 };
enum {
    BALL_HEIGHT = 0,
    BALL_COLUMN = HEIGHTS,
    ABOVE_AGENT = BALL_COLUMN + SIDE + HEIGHTS - 1 + OUTSIDE,
    ABOVE_OPPONENT = ABOVE_AGENT + 2 * (HEIGHTS + OUTSIDE) - 1,
    BALL_RISE = ABOVE_OPPONENT + HEIGHTS + OUTSIDE + FARTHEST_ROWS,
    BALL_RUN = BALL_RISE + FARTHEST_ROWS + 1 + FARTHEST_COLUMNS,
    AGENT_HEIGHT = BALL_RUN + FARTHEST_COLUMNS + 1 + OUTSIDE,
    AGENT_MOVE = AGENT_HEIGHT + HEIGHTS + OUTSIDE + FARTHEST_ROWS,
    OPPONENT_HEIGHT = AGENT_MOVE + FARTHEST_ROWS + 1 + OUTSIDE,
    OPPONENT_MOVE = OPPONENT_HEIGHT + HEIGHTS + OUTSIDE + FARTHEST_ROWS,
    NO_BALL = OPPONENT_MOVE + FARTHEST_ROWS + 1,
    POSITION_BIAS = 2 * (NO_BALL + 1)
};

/* And where those of pairs do, and the numbers that position_tables.py has. */
enum { STEEPEST = 20, MOVES = 2 * STEEPEST + 1, MOVE_COLUMNS = 4, MOVE_GROUPS = SIDE / MOVE_COLUMNS };
enum { ABOVE_MOST = 16, ABOVES = 2 * ABOVE_MOST + 1, ABOVE_COLUMNS = 2, ABOVE_ROWS = 4 };
enum {
    MOVE_BY_COLUMN = POSITION_BIAS + 1,
    ABOVE_AGENT_BY_COLUMN = MOVE_BY_COLUMN + 2 * MOVE_GROUPS * MOVES,
    ABOVE_OPPONENT_BY_COLUMN = ABOVE_AGENT_BY_COLUMN + SIDE / ABOVE_COLUMNS * ABOVES
};

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
    return group * MOVES + STEEPEST + limited(down, STEEPEST);
}

/* The place of a ball so many half rows below a paddle, or above it if negative. */
static inline int above_by_column(int below, int column)
{
    int groups = limited(((below < 0 ? -below : below) + ABOVE_ROWS / 2) / ABOVE_ROWS, ABOVE_MOST);
    return column / ABOVE_COLUMNS * ABOVES + ABOVE_MOST + (below > 0 ? groups : -groups);
}

/* List the rows of positions and of pairs, as positions.py says. Returns how many there are. */
static int64_t list_positions(Scene now, Scene before, int16_t *rows)
{
    const int agent = now.agent.is_there, opponent = now.opponent.is_there, ball = now.ball.doubled >= 0;
    const int ball_row = now.ball.doubled, agent_row = now.agent.doubled, opponent_row = now.opponent.doubled;
    const int moved = ball && before.ball.doubled >= 0;
    const struct {
        int is_there, row;
    } found[] = {
        {ball, BALL_HEIGHT + ball_row},
        {ball, BALL_COLUMN + now.ball.column},
        {ball && agent, ABOVE_AGENT + ball_row - agent_row},
        {ball && opponent, ABOVE_OPPONENT + ball_row - opponent_row},
        {moved, BALL_RISE + limited(ball_row - before.ball.doubled, FARTHEST_ROWS)},
        {moved, BALL_RUN + limited(now.ball.column - before.ball.column, FARTHEST_COLUMNS)},
        {agent, AGENT_HEIGHT + agent_row},
        {agent && before.agent.is_there, AGENT_MOVE + limited(agent_row - before.agent.doubled, FARTHEST_ROWS)},
        {opponent, OPPONENT_HEIGHT + opponent_row},
        {opponent && before.opponent.is_there,
         OPPONENT_MOVE + limited(opponent_row - before.opponent.doubled, FARTHEST_ROWS)},
        {!ball, NO_BALL},
        {moved,
         MOVE_BY_COLUMN + move_by_column(ball_row - before.ball.doubled, now.ball.column - before.ball.column,
                                         now.ball.column)},
        {ball && agent, ABOVE_AGENT_BY_COLUMN + above_by_column(ball_row - agent_row, now.ball.column)},
        {ball && opponent,
         ABOVE_OPPONENT_BY_COLUMN + above_by_column(ball_row - opponent_row, now.ball.column)},
    };
    int64_t count = 0;
    for (size_t i = 0; i < sizeof found / sizeof *found; i++)
        if (found[i].is_there)
            rows[count++] = (int16_t)found[i].row;
    return count;
}

#endif
