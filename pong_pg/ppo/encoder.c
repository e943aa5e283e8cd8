/* Encoding observations, and selecting actions, at each step of a game.

   Every function computes the bits of its NumPy counterpart in encoder.py: rows are added in the order in which they are
   listed, and numbers within a row as NumPy adds them. */

#include <math.h>
#include <string.h>

#include "inputs.h"
#include "ppo.h"

/* The fields of encoder.py's _Encoder, in the same order. */
typedef struct {
    const uint8_t *screen; /* (210, 160), the frame to encode */
    uint8_t *before;       /* (80, 160), the rows of the previous frame that the network sees */
    uint64_t *lit;         /* (80, 2), the mask of the previous frame, one bit a pixel */
    const uint8_t *mask;   /* (256,), 0 or 1 for each value of a pixel */
    const float *W1;       /* (rows, hidden), see Layout in network.py; or NULL */
    const int16_t *pixels; /* (6400, planes, hidden), instead: for each pixel its row where lit, where changed, ... */
    const int16_t *positions; /* (rows, hidden), and the rows of positions */
    const int16_t *hidden_biases; /* (hidden,), with `pixels` */
    const float *scale;           /* (1,), of `pixels`, `positions` and `hidden_biases` */
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
