/* Encoding observations, and selecting actions, at each step of a game.

   Every function computes the bits of its NumPy counterpart in encoder.py: sums of rows are exact, and numbers within a
   row are added as NumPy adds them. */

#include <math.h>
#include <string.h>

#include "positions.h"
#include "ppo.h"

/* The fields of encoder.py's _Struct, in the same order. */
typedef struct {
    const uint8_t *screen; /* (210, 160), the frame to encode */
    uint8_t *before;       /* (80, 160), the rows of the previous frame that the network sees */
    uint64_t *lit;         /* (80, 2), the mask of the previous frame, one bit a pixel */
    const uint8_t *mask;   /* (256,), 0 or 1 for each value of a pixel */
    const int16_t *W1;     /* (rows, hidden), see Layout in network.py */
    const float *scale;    /* (1,), of W1 */
    int32_t *lit_sums;     /* (2, hidden): the bias and the rows of lit pixels, and those reflected */
    int32_t *changed_sums; /* (2, hidden): the rows of all other inputs, and those reflected */
    const float *heads;    /* (actions + 1, hidden): a row for each logit, and one for the value */
    const float *biases;   /* (actions + 1,) */
    const int16_t *reflections; /* of the rows of W1 */
    float *hidden_layer;   /* (hidden,), scratch space */
    int64_t hidden;
    int64_t has_pixels; /* whether the inputs are pixels; otherwise they are positions */
    int64_t bias;       /* the row of W1 that is the hidden layer's bias */
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
    const int64_t hidden = encoder->hidden;
    const int16_t *lit = encoder->W1, *changed = encoder->W1 + PIXELS * hidden;
    for (int64_t i = 0; i < count; i++) {
        int64_t pixel = row_of(inputs[i]) - PIXELS, image = reflected_pixel(pixel);
        if (!are_lit) {
            fetch(lit + pixel * hidden, hidden * sizeof *lit);
            fetch(lit + image * hidden, hidden * sizeof *lit);
        }
        fetch(changed + pixel * hidden, hidden * sizeof *changed);
        fetch(changed + image * hidden, hidden * sizeof *changed);
    }
    for (int64_t i = 0; i < count; i++) {
        int64_t pixel = row_of(inputs[i]) - PIXELS, sign = inputs[i] < 0 ? -1 : 1;
        for (int reflected = 0; reflected < 2; reflected++) {
            const int64_t at = (reflected ? reflected_pixel(pixel) : pixel) * hidden;
            if (!are_lit)
                add_integers(encoder->lit_sums + reflected * hidden, lit + at, sign, hidden);
            add_integers(encoder->changed_sums + reflected * hidden, changed + at, sign, hidden);
        }
    }
}

/* Add the rows of positions to the sums of changed pixels. */
static inline __attribute__((always_inline)) void add_positions(Encoder *encoder, const int16_t *inputs, int64_t count)
{
    const int64_t hidden = encoder->hidden;
    for (int64_t i = 0; i < count; i++) {
        add_integers(encoder->changed_sums, encoder->W1 + inputs[i] * hidden, 1, hidden);
        add_integers(encoder->changed_sums + hidden, encoder->W1 + encoder->reflections[inputs[i]] * hidden, 1, hidden);
    }
}

/* Begin the sums anew: with the pixels that are lit, and with the changes among the inputs of an observation. */
WIDE void pong_pg_ppo_restart(Encoder *encoder, const int16_t *inputs, int64_t count)
{
    const int64_t hidden = encoder->hidden;
    const int16_t *bias = encoder->W1 + encoder->bias * hidden;
    for (int64_t i = 0; i < hidden; i++)
        encoder->lit_sums[i] = encoder->lit_sums[hidden + i] = bias[i];
    memset(encoder->changed_sums, 0, 2 * hidden * sizeof *encoder->changed_sums);
    for (int word = 0; word < SIDE * MASK_WORDS && encoder->has_pixels; word++)
        for (uint64_t bits = encoder->lit[word]; bits; bits &= bits - 1) {
            int64_t pixel = word / MASK_WORDS * SIDE + word % MASK_WORDS * 64 + __builtin_ctzll(bits);
            add_integers(encoder->lit_sums, encoder->W1 + pixel * hidden, 1, hidden);
            add_integers(encoder->lit_sums + hidden, encoder->W1 + reflected_pixel(pixel) * hidden, 1, hidden);
        }
    for (int64_t i = 0; i < count; i++)
        if (inputs[i] == encoder->bias)
            continue;
        else if (!encoder->has_pixels)
            add_positions(encoder, inputs + i, 1);
        else if (row_of(inputs[i]) >= PIXELS)
            add_changes(encoder, inputs + i, 1, 1);
}

/* Encode the frame on the screen as an observation: list its inputs, for which there must be room. Returns how many
   inputs all observations have. */
WIDE int64_t pong_pg_ppo_encode(Encoder *encoder)
{
    int16_t newly_lit[PIXELS], gone_dark[PIXELS];
    int64_t lit = 0, dark = 0;
    const Scene previous_scene = encoder->has_pixels ? (Scene){{0}} : find_scene(encoder->lit);
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
    const int64_t begin = encoder->observations ? encoder->ends[encoder->observations - 1] : 0;
    int16_t *inputs = encoder->inputs + begin;
    int64_t used = 0;
    memset(encoder->changed_sums, 0, 2 * encoder->hidden * sizeof *encoder->changed_sums);
    if (encoder->has_pixels) {
        for (int word = 0; word < SIDE * MASK_WORDS; word++)
            for (uint64_t bits = encoder->lit[word]; bits; bits &= bits - 1)
                inputs[used++] = (int16_t)(word / MASK_WORDS * SIDE + word % MASK_WORDS * 64 + __builtin_ctzll(bits));
        memcpy(inputs + used, newly_lit, lit * sizeof *newly_lit);
        used += lit;
        inputs[used++] = (int16_t)encoder->bias;
        memcpy(inputs + used, gone_dark, dark * sizeof *gone_dark);
        used += dark;
        add_changes(encoder, newly_lit, lit, 0);
        add_changes(encoder, gone_dark, dark, 0);
    } else {
        used = list_positions(find_scene(encoder->lit), previous_scene, inputs);
        add_positions(encoder, inputs, used);
        inputs[used++] = (int16_t)encoder->bias;
    }
    encoder->ends[encoder->observations++] = begin + used;
    return begin + used;
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

/* Select an action for the last observation: the most probable one where `greedy` is not 0, or the first whose
   cumulative probability exceeds `uniform`, a number in [0, 1). */
WIDE int64_t pong_pg_ppo_select_action(Encoder *encoder, double uniform, int64_t greedy)
{
    const int64_t hidden = encoder->hidden, actions = encoder->actions;
    float logits[MOST_ACTIONS];
    double odds[MOST_ACTIONS], largest = -INFINITY, total = 0, cumulative;
    int64_t action = 0;
    for (int reflected = 0; reflected < 2; reflected++) {
        rectify_sums(encoder, reflected);
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
    if (greedy)
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
