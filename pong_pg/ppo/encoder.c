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
    int32_t *lit_sums;     /* (2, hidden): the bias and the rows of lit pixels, and those reflected */
    int32_t *changed_sums; /* (2, hidden): the rows of all other inputs, and those reflected */
    const float *heads;    /* (actions + 1, hidden): a row for each logit, and one for the value */
    const float *biases;   /* (actions + 1,) */
    const int16_t *reflections; /* of the rows of W1 */
    const int16_t *zeros;       /* see position_tables.py */
    float *hidden_layer;        /* (hidden,), scratch space */
    int64_t hidden;
    int64_t has_pixels; /* whether the inputs are pixels; otherwise they are positions */
    int64_t bias;       /* the row of W1 that is the hidden layer's bias */
    int64_t actions;
    int16_t *inputs;      /* the inputs of all observations, one after another */
    int64_t *ends;        /* (observations,), where each one's inputs end */
    int64_t observations; /* encoded so far */
    Function exp;
} Encoder;

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

/* Add a row of W1 to the sums of an observation, and its reflection to those of the observation's reflection. */
static inline __attribute__((always_inline)) void add(const Encoder *encoder, int32_t *sums, int64_t row, int sign)
{
    const int64_t hidden = encoder->hidden;
    add_integers(sums, encoder->W1 + row * hidden, sign, hidden);
    add_integers(sums + hidden, encoder->W1 + encoder->reflections[row] * hidden, sign, hidden);
}

static inline __attribute__((always_inline)) void fetch_row(const Encoder *encoder, int64_t row)
{
    const int64_t hidden = encoder->hidden;
    fetch(encoder->W1 + row * hidden, hidden * sizeof *encoder->W1);
    fetch(encoder->W1 + encoder->reflections[row] * hidden, hidden * sizeof *encoder->W1);
}

/* List the lit pixels. Returns how many there are. */
static int64_t list_lit(const uint64_t *lit, int16_t *pixels)
{
    int64_t count = 0;
    for (int word = 0; word < SIDE * MASK_WORDS; word++)
        for (uint64_t bits = lit[word]; bits; bits &= bits - 1)
            pixels[count++] = (int16_t)(word / MASK_WORDS * SIDE + word % MASK_WORDS * 64 + __builtin_ctzll(bits));
    return count;
}

/* Begin the sums anew: with the pixels that are lit, and with the changes among the inputs of an observation. */
WIDE void pong_pg_ppo_restart(Encoder *encoder, const int16_t *inputs, int64_t count)
{
    int16_t pixels[PIXELS];
    const int64_t lit = encoder->has_pixels ? list_lit(encoder->lit, pixels) : 0;
    memset(encoder->lit_sums, 0, 2 * encoder->hidden * sizeof *encoder->lit_sums);
    memset(encoder->changed_sums, 0, 2 * encoder->hidden * sizeof *encoder->changed_sums);
    add(encoder, encoder->lit_sums, encoder->bias, 1);
    for (int64_t i = 0; i < lit; i++)
        add(encoder, encoder->lit_sums, pixels[i], 1);
    for (int64_t i = 0; i < count; i++)
        if (row_of(inputs[i]) != encoder->bias && (!encoder->has_pixels || row_of(inputs[i]) >= PIXELS))
            add(encoder, encoder->changed_sums, row_of(inputs[i]), inputs[i] < 0 ? -1 : 1);
}

/* Bring the mask up to date with the screen. Lists the inputs that are changes, and returns how many pixels are newly
   lit and have gone dark. */
static void find_changes(Encoder *encoder, int16_t *newly_lit, int16_t *gone_dark, int64_t *lit, int64_t *dark)
{
    *lit = *dark = 0;
    for (int row = 0; row < SIDE; row++) {
        const uint8_t *now = encoder->screen + (FIRST_ROW + ROW_STEP * row) * WIDTH;
        uint8_t *before = encoder->before + row * WIDTH;
        if (memcmp(now, before, WIDTH) == 0)
            continue;
        for (int word = 0; word < WIDTH; word += WORD) {
            if (memcmp(now + word, before + word, WORD) == 0)
                continue;
            for (int column = word; column < word + WORD; column += COLUMN_STEP) {
                int x = column / COLUMN_STEP, is = encoder->mask[now[column]];
                int16_t input = (int16_t)(PIXELS + row * SIDE + x);
                if (is == encoder->mask[before[column]])
                    continue;
                encoder->lit[row * MASK_WORDS + x / 64] ^= (uint64_t)1 << (x % 64);
                if (is)
                    newly_lit[(*lit)++] = input;
                else
                    gone_dark[(*dark)++] = (int16_t)~input;
            }
        }
        memcpy(before, now, WIDTH);
    }
}

/* Encode the frame on the screen as an observation: list its inputs, for which there must be room. Returns how many
   inputs all observations have. */
WIDE int64_t pong_pg_ppo_encode(Encoder *encoder)
{
    int16_t newly_lit[PIXELS], gone_dark[PIXELS];
    int64_t lit, dark, used, begin = encoder->observations ? encoder->ends[encoder->observations - 1] : 0;
    int16_t *inputs = encoder->inputs + begin;
    const Scene nothing = {{-1, 0}, {0, 0}, {0, 0}}, before = encoder->has_pixels ? nothing : find_scene(encoder->lit);
    find_changes(encoder, newly_lit, gone_dark, &lit, &dark);
    memset(encoder->changed_sums, 0, 2 * encoder->hidden * sizeof *encoder->changed_sums);
    if (encoder->has_pixels) {
        used = list_lit(encoder->lit, inputs);
        memcpy(inputs + used, newly_lit, lit * sizeof *newly_lit);
        used += lit;
        inputs[used++] = (int16_t)encoder->bias;
        memcpy(inputs + used, gone_dark, dark * sizeof *gone_dark);
        used += dark;
        for (int64_t i = used - dark - 1 - lit; i < used; i++) {
            fetch_row(encoder, row_of(inputs[i]));
            fetch_row(encoder, row_of(inputs[i]) % PIXELS);
        }
        for (int64_t i = 0; i < lit + dark; i++) {
            const int sign = i < lit ? 1 : -1;
            const int64_t row = i < lit ? newly_lit[i] : ~gone_dark[i - lit];
            add(encoder, encoder->lit_sums, row - PIXELS, sign);
            add(encoder, encoder->changed_sums, row, sign);
        }
    } else {
        used = list_positions(find_scene(encoder->lit), before, encoder->zeros, inputs);
        for (int64_t i = 0; i < used; i++)
            add(encoder, encoder->changed_sums, inputs[i], 1);
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
        encoder->hidden_layer[i] = (float)(both < 0 ? 0 : both);
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
