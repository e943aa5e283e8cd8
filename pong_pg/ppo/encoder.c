/* Encoding observations, and selecting actions, at each step of a game.

   Every function computes the bits of its NumPy counterpart in encoder.py: rows are added in the order in which they are
   listed, and numbers within a row as NumPy adds them. */

#include <math.h>
#include <string.h>

#include "ppo.h"

/* The first of the two columns of pixels with each paddle, and where the planes of distances and of the ball's motion
   begin among the rows of W1. */
enum { MASK_WORDS = 2, OPPONENT = 8, AGENT = 70, DISTANCES = 2 * PIXELS + 1, MOTION = 3 * PIXELS + 1 };

/* Where the tables of positions.py begin among the rows of W1, in their order: the place of the value 0. */
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

/* And where those of pairs do, and the numbers that positions.py has. */
enum { STEEPEST = 20, MOVES = 2 * STEEPEST + 1, MOVE_COLUMNS = 4, MOVE_GROUPS = SIDE / MOVE_COLUMNS };
enum { ABOVE_MOST = 16, ABOVES = 2 * ABOVE_MOST + 1, ABOVE_COLUMNS = 2, ABOVE_ROWS = 4 };
enum {
    MOVE_BY_COLUMN = POSITION_BIAS + 1,
    ABOVE_AGENT_BY_COLUMN = MOVE_BY_COLUMN + 2 * MOVE_GROUPS * MOVES,
    ABOVE_OPPONENT_BY_COLUMN = ABOVE_AGENT_BY_COLUMN + SIDE / ABOVE_COLUMNS * ABOVES
};

/* The fields of encoder.py's _Encoder, in the same order. */
typedef struct {
    const uint8_t *screen; /* (210, 160), the frame to encode */
    uint8_t *before;       /* (80, 160), the rows of the previous frame that the network sees */
    uint64_t *lit;         /* (80, 2), the mask of the previous frame, one bit a pixel */
    const uint8_t *mask;   /* (256,), 0 or 1 for each value of a pixel */
    const float *W1;       /* (rows, hidden): of pixels lit and changed, the bias, distances, motion; or NULL */
    const int16_t *pixels; /* (6400, planes, hidden), instead: for each pixel its row where lit, where changed, ... */
    const int16_t *positions; /* (rows, hidden), and the rows of positions, see network.py's Layout */
    const int16_t *hidden_biases; /* (hidden,), with `pixels` */
    const float *scale;           /* (1,), of `pixels` and `hidden_biases` */
    int32_t *lit_sums; /* (2, hidden), with `pixels`: the biases and the rows of lit pixels, and those reflected */
    int32_t *changed_sums; /* (2, hidden), with `pixels`: the rows of all other inputs, and those reflected */
    const float *heads;    /* (actions + 1, hidden): a row for each logit, and one for the value */
    const float *biases;   /* (actions + 1,) */
    const int16_t *reflections; /* of the rows of W1 */
    float *hidden_layer;   /* (hidden,), scratch space */
    int64_t hidden;
    int64_t planes;         /* 2, 3 with distances, or 4 with the ball's motion, too; 0 without pixels */
    int64_t first_position; /* the row of W1 at which those of positions begin, or how many there are */
    int64_t has_positions;  /* whether there are any */
    int64_t has_pairs;      /* whether pairs are among the positions */
    int64_t bias;           /* the row of W1 that is the hidden layer's bias */
    int64_t actions;
    int16_t *inputs;      /* the inputs of all observations, one after another */
    int64_t *ends;        /* (observations,), where each one's inputs end */
    int64_t observations; /* encoded so far */
    Function exp;
} Encoder;

static inline int64_t reflected_pixel(int64_t pixel) { return pixel + (SIDE - 1 - 2 * (pixel / SIDE)) * SIDE; }

static inline __attribute__((always_inline)) void add_integers(int32_t *total, const int16_t *row, int sign,
                                                               int64_t hidden)
{
    if (sign > 0)
        for (int64_t i = 0; i < hidden; i++)
            total[i] += row[i];
    else
        for (int64_t i = 0; i < hidden; i++)
            total[i] -= row[i];
}

/* Add the rows of the pixels that changed to the sums of changed pixels, and also to those of lit pixels unless these
   include them already. Such inputs are those of changed pixels: complements where a pixel has gone dark. */
static inline __attribute__((always_inline)) void add_changes(Encoder *encoder, const int16_t *inputs, int64_t count,
                                                              int are_lit)
{
    const int64_t hidden = encoder->hidden, planes = encoder->planes;
    for (int64_t i = 0; i < count; i++) {
        int64_t pixel = row_of(inputs[i]) - PIXELS;
        fetch(encoder->pixels + planes * pixel * hidden, 2 * hidden * sizeof(int16_t));
        fetch(encoder->pixels + planes * reflected_pixel(pixel) * hidden, 2 * hidden * sizeof(int16_t));
    }
    for (int64_t i = 0; i < count; i++) {
        int64_t pixel = row_of(inputs[i]) - PIXELS, sign = inputs[i] < 0 ? -1 : 1;
        for (int reflected = 0; reflected < 2; reflected++) {
            const int16_t *rows = encoder->pixels + planes * (reflected ? reflected_pixel(pixel) : pixel) * hidden;
            if (!are_lit)
                add_integers(encoder->lit_sums + reflected * hidden, rows, sign, hidden);
            add_integers(encoder->changed_sums + reflected * hidden, rows + hidden, sign, hidden);
        }
    }
}

/* Add the rows of distances, of the ball's motion and of positions to the sums of changed pixels. */
static inline __attribute__((always_inline)) void add_others(Encoder *encoder, const int16_t *inputs, int64_t count)
{
    const int64_t hidden = encoder->hidden, planes = encoder->planes, first = encoder->first_position;
    for (int64_t i = 0; i < count; i++) {
        if (inputs[i] >= first) {
            add_integers(encoder->changed_sums, encoder->positions + (inputs[i] - first) * hidden, 1, hidden);
            add_integers(encoder->changed_sums + hidden,
                         encoder->positions + (encoder->reflections[inputs[i]] - first) * hidden, 1, hidden);
            continue;
        }
        int64_t plane = inputs[i] < MOTION ? 2 : 3, place = inputs[i] - (plane == 2 ? DISTANCES : MOTION);
        const int16_t *rows = encoder->pixels + plane * hidden;
        add_integers(encoder->changed_sums, rows + planes * place * hidden, 1, hidden);
        add_integers(encoder->changed_sums + hidden, rows + planes * reflected_pixel(place) * hidden, 1, hidden);
    }
}

/* Begin the sums anew: with the pixels that are lit, and with the changes among the inputs of an observation. */
WIDE void pong_pg_ppo_restart(Encoder *encoder, const int16_t *inputs, int64_t count)
{
    const int64_t hidden = encoder->hidden, planes = encoder->planes;
    for (int64_t i = 0; i < hidden; i++)
        encoder->lit_sums[i] = encoder->lit_sums[hidden + i] = encoder->hidden_biases[i];
    memset(encoder->changed_sums, 0, 2 * hidden * sizeof *encoder->changed_sums);
    for (int word = 0; word < SIDE * MASK_WORDS && planes; word++)
        for (uint64_t bits = encoder->lit[word]; bits; bits &= bits - 1) {
            int64_t pixel = word / MASK_WORDS * SIDE + word % MASK_WORDS * 64 + __builtin_ctzll(bits);
            add_integers(encoder->lit_sums, encoder->pixels + planes * pixel * hidden, 1, hidden);
            add_integers(encoder->lit_sums + hidden, encoder->pixels + planes * reflected_pixel(pixel) * hidden, 1,
                         hidden);
        }
    for (int64_t i = 0; i < count; i++)
        if (inputs[i] == encoder->bias)
            continue;
        else if (!planes || row_of(inputs[i]) >= DISTANCES)
            add_others(encoder, inputs + i, 1);
        else if (row_of(inputs[i]) >= PIXELS)
            add_changes(encoder, inputs + i, 1, 1);
}

/* The place of a difference of heights in half rows, which is not 0, as distances.py says. */
static inline int place_of_half_rows(int doubled)
{
    if (doubled % 2 == 0)
        doubled += doubled < 0 ? -1 : 1;
    return ((doubled < 1 - SIDE ? 1 - SIDE : doubled > SIDE - 1 ? SIDE - 1 : doubled) + SIDE - 1) / 2;
}

/* List the rows of the distances of lit pixels between the paddles, as distances.py says. Returns how many there are. */
static int64_t list_distances(const uint64_t *lit, int16_t *rows)
{
    int top = -1, bottom = 0;
    int64_t count = 0;
    for (int row = 0; row < SIDE; row++)
        if ((lit[row * MASK_WORDS + AGENT / 64] >> AGENT % 64 & 3) == 3) {
            top = top < 0 ? row : top;
            bottom = row;
        }
    for (int word = 0; word < SIDE * MASK_WORDS && top >= 0; word++)
        for (uint64_t bits = lit[word]; bits; bits &= bits - 1) {
            int row = word / MASK_WORDS, x = word % MASK_WORDS * 64 + __builtin_ctzll(bits);
            int distance = 2 * row - (top + bottom);
            if (x >= AGENT || x == OPPONENT || x == OPPONENT + 1 || distance == 0)
                continue;
            rows[count++] = (int16_t)(DISTANCES + place_of_half_rows(distance) * SIDE + x);
        }
    return count;
}

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

/* List the row of the ball's motion since the frame before, as motion.py says. Returns how many there are. */
static int64_t list_motion(Ball now, Ball before, int16_t *rows)
{
    if (now.doubled < 0 || before.doubled < 0 || now.doubled == before.doubled)
        return 0;
    rows[0] = (int16_t)(MOTION + place_of_half_rows(now.doubled - before.doubled) * SIDE + now.column);
    return 1;
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

/* The place of a ball so many half rows below a paddle. */
static inline int above_by_column(int above, int column)
{
    int groups = limited(((above < 0 ? -above : above) + ABOVE_ROWS / 2) / ABOVE_ROWS, ABOVE_MOST);
    return column / ABOVE_COLUMNS * ABOVES + ABOVE_MOST + (above > 0 ? groups : -groups);
}

/* List the rows of positions, from a first one on, and of pairs if there are any, as positions.py says. Returns how many
   there are. */
static int64_t list_positions(Scene now, Scene before, int64_t first, int has_pairs, int16_t *rows)
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
        {has_pairs && moved,
         MOVE_BY_COLUMN + move_by_column(ball_row - before.ball.doubled, now.ball.column - before.ball.column,
                                         now.ball.column)},
        {has_pairs && ball && agent,
         ABOVE_AGENT_BY_COLUMN + above_by_column(ball_row - agent_row, now.ball.column)},
        {has_pairs && ball && opponent,
         ABOVE_OPPONENT_BY_COLUMN + above_by_column(ball_row - opponent_row, now.ball.column)},
    };
    int64_t count = 0;
    for (size_t i = 0; i < sizeof found / sizeof *found; i++)
        if (found[i].is_there)
            rows[count++] = (int16_t)(first + found[i].row);
    return count;
}

/* Encode the frame on the screen as an observation: list its inputs. */
WIDE void pong_pg_ppo_encode(Encoder *encoder)
{
    int16_t newly_lit[PIXELS], gone_dark[PIXELS];
    int64_t lit = 0, dark = 0;
    const int has_motion = encoder->planes > 3;
    const int has_positions = encoder->has_positions;
    const Scene previous_scene = has_positions ? find_scene(encoder->lit) : (Scene){{0}};
    const Ball previous_ball = has_motion ? find_ball(encoder->lit) : (Ball){-1, 0};
    for (int row = 0; row < SIDE; row++) {
        const uint8_t *now = encoder->screen + (FIRST_ROW + ROW_STEP * row) * WIDTH;
        uint8_t *before = encoder->before + row * WIDTH;
        if (memcmp(now, before, WIDTH) == 0)
            continue;
        for (int word = 0; word < WIDTH; word += WORD) {
            if (memcmp(now + word, before + word, WORD) == 0)
                continue;
            for (int column = word; column < word + WORD; column += COLUMN_STEP) {
                int is = encoder->mask[now[column]], was = encoder->mask[before[column]];
                if (is == was)
                    continue;
                int x = column / COLUMN_STEP;
                int16_t input = (int16_t)(PIXELS + row * SIDE + x);
                encoder->lit[row * MASK_WORDS + x / 64] ^= (uint64_t)1 << (x % 64);
                if (is)
                    newly_lit[lit++] = input;
                else
                    gone_dark[dark++] = (int16_t)~input;
            }
        }
        memcpy(before, now, WIDTH);
    }
    int64_t used = encoder->observations ? encoder->ends[encoder->observations - 1] : 0;
    if (encoder->planes) {
        for (int word = 0; word < SIDE * MASK_WORDS; word++)
            for (uint64_t bits = encoder->lit[word]; bits; bits &= bits - 1)
                encoder->inputs[used++] =
                    (int16_t)(word / MASK_WORDS * SIDE + word % MASK_WORDS * 64 + __builtin_ctzll(bits));
        memcpy(encoder->inputs + used, newly_lit, lit * sizeof *newly_lit);
        used += lit;
    }
    const int16_t *others = encoder->inputs + used;
    if (encoder->planes > 2)
        used += list_distances(encoder->lit, encoder->inputs + used);
    if (has_motion)
        used += list_motion(find_ball(encoder->lit), previous_ball, encoder->inputs + used);
    if (has_positions)
        used += list_positions(find_scene(encoder->lit), previous_scene, encoder->first_position, encoder->has_pairs,
                               encoder->inputs + used);
    const int64_t other = encoder->inputs + used - others;
    encoder->inputs[used++] = (int16_t)encoder->bias;
    if (encoder->planes) {
        memcpy(encoder->inputs + used, gone_dark, dark * sizeof *gone_dark);
        used += dark;
    }
    encoder->ends[encoder->observations++] = used;
    if (encoder->W1)
        return;
    memset(encoder->changed_sums, 0, 2 * encoder->hidden * sizeof *encoder->changed_sums);
    if (encoder->planes) {
        add_changes(encoder, newly_lit, lit, 0);
        add_changes(encoder, gone_dark, dark, 0);
    }
    add_others(encoder, others, other);
}

static inline __attribute__((always_inline)) void add_inputs(float *hidden_layer, const float *W1,
                                                             const int16_t *inputs, int64_t count, int64_t hidden)
{
    memset(hidden_layer, 0, hidden * sizeof *hidden_layer);
    for (int64_t i = 0; i < count; i++)
        add_row(hidden_layer, W1 + row_of(inputs[i]) * hidden, inputs[i] < 0 ? -1 : 1, hidden);
    rectify(hidden_layer, hidden);
}

/* The hidden layer of an observation or of its reflection, from the sums of rows. */
static inline __attribute__((always_inline)) void rectify_sums(Encoder *encoder, int reflected)
{
    const int64_t hidden = encoder->hidden;
    const int32_t *lit = encoder->lit_sums + reflected * hidden, *changed = encoder->changed_sums + reflected * hidden;
    for (int64_t i = 0; i < hidden; i++) {
        int32_t both = lit[i] + changed[i];
        encoder->hidden_layer[i] = (float)(both < 0 ? 0 : both) * *encoder->scale;
    }
}

/* Select an action for the last observation: the first whose cumulative probability exceeds `uniform`, a number in
   [0, 1), or the most probable one where `uniform` is negative. */
WIDE int64_t pong_pg_ppo_select_action(Encoder *encoder, double uniform)
{
    const int64_t last = encoder->observations - 1, hidden = encoder->hidden, actions = encoder->actions;
    const int64_t begin = last ? encoder->ends[last - 1] : 0, count = encoder->ends[last] - begin;
    const int16_t *inputs = encoder->inputs + begin;
    int16_t reflections[4 * PIXELS + 1];
    float logits[MOST_ACTIONS];
    double odds[MOST_ACTIONS], largest = -INFINITY, total = 0, cumulative;
    int64_t action = 0;
    for (int64_t i = 0; i < count && encoder->W1; i++) {
        const int16_t image = encoder->reflections[row_of(inputs[i])];
        reflections[i] = (int16_t)(inputs[i] < 0 ? ~image : image);
        fetch(encoder->W1 + row_of(inputs[i]) * hidden, hidden * sizeof(float));
        fetch(encoder->W1 + row_of(reflections[i]) * hidden, hidden * sizeof(float));
    }
    for (int reflected = 0; reflected < 2; reflected++) {
        if (!encoder->W1)
            rectify_sums(encoder, reflected);
        else
            add_inputs(encoder->hidden_layer, encoder->W1, reflected ? reflections : inputs, count, hidden);
        for (int64_t k = 0; k < actions; k++) {
            float logit = output(encoder->hidden_layer, encoder->heads + k * hidden, encoder->biases[k], hidden);
            /* Under reflection, up (the last action but one) and down (the last) swap. */
            if (!reflected)
                logits[k] = logit;
            else
                logits[k < actions - 2 ? k : 2 * actions - 3 - k] += logit;
        }
    }
    for (int64_t k = 0; k < actions; k++) {
        odds[k] = logits[k];
        if (odds[k] > largest) {
            largest = odds[k];
            action = k;
        }
    }
    if (uniform < 0)
        return action;
    for (int64_t k = 0; k < actions; k++) {
        odds[k] = encoder->exp(odds[k] - largest);
        total += odds[k];
    }
    action = 0;
    cumulative = odds[0];
    while (action < actions - 1 && !(uniform * total < cumulative))
        cumulative += odds[++action];
    return action;
}
