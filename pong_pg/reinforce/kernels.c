/* REINFORCE's numbers: games of console_game.h from end to end, and their gradients.

   reference.py is the plain way of the same. What is added up here is added in a fixed order, so that the bits are the
   same on every machine: the rows of W1 by their pixels, the logit as by sum_of_products, and gradients by their steps. */

#include <math.h>

#include "../game/console_game.h"
#include "../native/rows.h"

enum { UP = 2, DOWN = 3 };

/* Gradients are rounded to multiples of 2^-30, and entries beyond the largest are refused: see exact_sum.py. */
static const double STEPS_OF_GRID = 0x1p30;
static const float LARGEST_ENTRY = 0x1p16f;
/* Doubles of this size are whole numbers, so that adding it rounds to one. */
static const double ROUNDING = 0x1.8p52;

/* kernels.py reads the fields of its struct from here. The record is that of the present game. */
typedef struct {
    Game *game;
    const float *W1; /* (6400, hidden) */
    const float *W2; /* (hidden,) */
    int64_t hidden;
    int64_t greedy;
    int64_t state;                /* of the game, as play_step returns it */
    int64_t steps, room;
    int64_t changed, changes_room;
    int16_t *changes;     /* of all steps, one after another: a pixel that lit up, or ~pixel of one that went dark */
    int64_t *ends;        /* (steps,), where each step's changes end */
    float *hidden_layers; /* (steps, hidden) */
    double *p_up;         /* (steps,) */
    uint8_t *went_up;     /* (steps,) */
    double *rewards;      /* (steps,) */
} Rollout;

static inline int64_t row_of(int16_t change) { return change < 0 ? ~change : change; }
static inline float sign_of(int16_t change) { return change < 0 ? -1.0f : 1.0f; }

static int has_room(const Rollout *rollout)
{
    return rollout->steps < rollout->room && rollout->changed + PIXELS <= rollout->changes_room;
}

/* Looks at the mask, records the step, for which there must be room, and returns the probability of going up. */
WIDE double pong_pg_reinforce_look(Rollout *rollout)
{
    const int64_t hidden = rollout->hidden, bytes = hidden * (int64_t)sizeof *rollout->W1;
    int16_t *changes = rollout->changes + rollout->changed;
    const int64_t count = list_changes(rollout->game, changes);
    for (int64_t i = 0; i < count; i++) {
        fetch(rollout->W1 + changes[i] * hidden, bytes);
        if (!rollout->game->mask[changes[i]]) changes[i] = (int16_t)~changes[i];
    }
    float *hidden_layer = rollout->hidden_layers + rollout->steps * hidden;
    memset(hidden_layer, 0, (size_t)bytes);
    for (int64_t i = 0; i < count; i++)
        add_row(hidden_layer, rollout->W1 + row_of(changes[i]) * hidden, sign_of(changes[i]), hidden);
    for (int64_t i = 0; i < hidden; i++)
        /* Written so that NaN stays NaN. */
        hidden_layer[i] = hidden_layer[i] < 0 ? 0 : hidden_layer[i];
    const double logit = 0.0f + sum_of_products(hidden_layer, rollout->W2, hidden);
    const double odds = exp(logit >= 0 ? -logit : logit);
    const double p_up = logit >= 0 ? 1.0 / (1.0 + odds) : odds / (1.0 + odds);
    rollout->changed += count;
    rollout->ends[rollout->steps] = rollout->changed;
    rollout->p_up[rollout->steps++] = p_up;
    return p_up;
}

/* Plays a game on the console to its end, or until the record is full; call it again to go on. It begins the game that
   was prepared. */
void pong_pg_reinforce_play(Rollout *rollout)
{
    Game *game = rollout->game;
    begin_next_game(game);
    while (rollout->state == GOES_ON && has_room(rollout)) {
        const int64_t step = rollout->steps;
        const double p_up = pong_pg_reinforce_look(rollout);
        const int up = rollout->greedy ? p_up >= 0.5 : uniform(&game->actions) < p_up;
        rollout->went_up[step] = (uint8_t)up;
        rollout->state = play_step(game, up ? UP : DOWN, &rollout->rewards[step]);
    }
}

/* Adds a row of a game's gradient to a sum in steps of the grid, and makes the row zero; returns an entry that is
   too large for the sum or not finite, otherwise 0. */
INLINE double add_to_sum(int64_t *sum, float *row, int64_t hidden)
{
    int is_refused = 0;
    for (int64_t i = 0; i < hidden; i++) is_refused |= !(__builtin_fabsf(row[i]) <= LARGEST_ENTRY);
    double refused = 0;
    for (int64_t i = 0; is_refused && i < hidden; i++)
        if (!(__builtin_fabsf(row[i]) <= LARGEST_ENTRY)) refused = row[i];
    int64_t zero;
    memcpy(&zero, &ROUNDING, sizeof zero);
    for (int64_t i = 0; i < hidden; i++) {
        const double rounded = (double)row[i] * STEPS_OF_GRID + ROUNDING;
        int64_t steps;
        memcpy(&steps, &rounded, sizeof steps);
        sum[i] += steps - zero;
        row[i] = 0;
    }
    return refused;
}

/* Adds the gradient of the recorded game to a sum: for each step, its coefficient times the gradient of its logit.

   Returns an entry that is refused, after which the sum is of no use; otherwise 0.

   touched: (6400,), set to 1 for each row of W1_sum that changes.
   dW1, dW2: (6400, hidden) and (hidden,), zeros before and after.
   d_hidden: room for a row. */
WIDE double pong_pg_reinforce_gradient(const Rollout *rollout, const float *coefficients, int64_t *W1_sum,
                                       int64_t *W2_sum, uint8_t *touched, float *dW1, float *dW2, float *d_hidden)
{
    const int64_t hidden = rollout->hidden;
    uint8_t changed[PIXELS] = {0};
    int64_t begin = 0;
    for (int64_t step = 0; step < rollout->steps; step++) {
        const float coefficient = coefficients[step], *hidden_layer = rollout->hidden_layers + step * hidden;
        for (int64_t i = 0; i < hidden; i++) {
            dW2[i] += coefficient * hidden_layer[i];
            d_hidden[i] = coefficient * rollout->W2[i] * (hidden_layer[i] > 0 ? 1.0f : 0.0f);
        }
        for (int64_t i = begin; i < rollout->ends[step]; i++) {
            const int64_t row = row_of(rollout->changes[i]);
            changed[row] = 1;
            add_row(dW1 + row * hidden, d_hidden, sign_of(rollout->changes[i]), hidden);
        }
        begin = rollout->ends[step];
    }
    double refused = add_to_sum(W2_sum, dW2, hidden);
    for (int64_t row = 0; row < PIXELS; row++) {
        if (!changed[row]) continue;
        touched[row] = 1;
        const double of_row = add_to_sum(W1_sum + row * hidden, dW1 + row * hidden, hidden);
        if (of_row != 0) refused = of_row;
    }
    return refused;
}
