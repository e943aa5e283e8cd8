/* Encoding observations, and selecting actions, at each step of a game.

   Every function computes the bits of its NumPy counterpart in encoder.py: rows are added in the order in which they are
   listed, and numbers within a row as NumPy adds them. */

#include <math.h>
#include <string.h>

#include "ppo.h"

/* The first of the two columns of pixels with each paddle, and the row of W1 of the first distance. */
enum { MASK_WORDS = 2, OPPONENT = 8, AGENT = 70, FIRST_DISTANCE = 2 * PIXELS + 1 };

/* The fields of encoder.py's _Encoder, in the same order. */
typedef struct {
    const uint8_t *screen; /* (210, 160), the frame to encode */
    uint8_t *before;       /* (80, 160), the rows of the previous frame that the network sees */
    uint64_t *lit;         /* (80, 2), the mask of the previous frame, one bit a pixel */
    const uint8_t *mask;   /* (256,), 0 or 1 for each value of a pixel */
    const float *W1;       /* (rows, hidden): pixels that are lit, pixels that changed, the bias, distances; or NULL */
    const int16_t *pixels; /* (6400, planes, hidden), instead: for each pixel its row where lit, and where changed */
    const int16_t *hidden_biases; /* (hidden,), with `pixels` */
    const float *scale;           /* (1,), of `pixels` and `hidden_biases` */
    int32_t *lit_sums; /* (2, hidden), with `pixels`: the biases and the rows of lit pixels, and those reflected */
    int32_t *changed_sums; /* (2, hidden), with `pixels`: the rows of changes and distances, and those reflected */
    const float *heads;    /* (actions + 1, hidden): a row for each logit, and one for the value */
    const float *biases;   /* (actions + 1,) */
    float *hidden_layer;   /* (hidden,), scratch space */
    int64_t hidden;
    int64_t planes; /* 2, or 3 with distances */
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

/* Add the rows of distances to the sums of changed pixels. */
static inline __attribute__((always_inline)) void add_distances(Encoder *encoder, const int16_t *inputs, int64_t count)
{
    const int64_t hidden = encoder->hidden;
    for (int64_t i = 0; i < count; i++) {
        int64_t place = inputs[i] - FIRST_DISTANCE;
        add_integers(encoder->changed_sums, encoder->pixels + (3 * place + 2) * hidden, 1, hidden);
        add_integers(encoder->changed_sums + hidden, encoder->pixels + (3 * reflected_pixel(place) + 2) * hidden, 1,
                     hidden);
    }
}

/* Begin the sums anew: with the pixels that are lit, and with the changes among the inputs of an observation. */
WIDE void pong_pg_ppo_restart(Encoder *encoder, const int16_t *inputs, int64_t count)
{
    const int64_t hidden = encoder->hidden, planes = encoder->planes;
    for (int64_t i = 0; i < hidden; i++)
        encoder->lit_sums[i] = encoder->lit_sums[hidden + i] = encoder->hidden_biases[i];
    memset(encoder->changed_sums, 0, 2 * hidden * sizeof *encoder->changed_sums);
    for (int word = 0; word < SIDE * MASK_WORDS; word++)
        for (uint64_t bits = encoder->lit[word]; bits; bits &= bits - 1) {
            int64_t pixel = word / MASK_WORDS * SIDE + word % MASK_WORDS * 64 + __builtin_ctzll(bits);
            add_integers(encoder->lit_sums, encoder->pixels + planes * pixel * hidden, 1, hidden);
            add_integers(encoder->lit_sums + hidden, encoder->pixels + planes * reflected_pixel(pixel) * hidden, 1,
                         hidden);
        }
    for (int64_t i = 0; i < count; i++)
        if (row_of(inputs[i]) >= PIXELS && row_of(inputs[i]) < 2 * PIXELS)
            add_changes(encoder, inputs + i, 1, 1);
        else if (row_of(inputs[i]) >= FIRST_DISTANCE)
            add_distances(encoder, inputs + i, 1);
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
            if (distance % 2 == 0)
                distance += distance < 0 ? -1 : 1;
            distance = distance < 1 - SIDE ? 1 - SIDE : distance > SIDE - 1 ? SIDE - 1 : distance;
            rows[count++] = (int16_t)(FIRST_DISTANCE + (distance + SIDE - 1) / 2 * SIDE + x);
        }
    return count;
}

/* Encode the frame on the screen as an observation: list its inputs. */
WIDE void pong_pg_ppo_encode(Encoder *encoder)
{
    int16_t newly_lit[PIXELS], gone_dark[PIXELS];
    int64_t lit = 0, dark = 0;
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
    for (int word = 0; word < SIDE * MASK_WORDS; word++)
        for (uint64_t bits = encoder->lit[word]; bits; bits &= bits - 1)
            encoder->inputs[used++] =
                (int16_t)(word / MASK_WORDS * SIDE + word % MASK_WORDS * 64 + __builtin_ctzll(bits));
    memcpy(encoder->inputs + used, newly_lit, lit * sizeof *newly_lit);
    used += lit;
    const int16_t *distances = encoder->inputs + used;
    const int64_t near = encoder->planes == 3 ? list_distances(encoder->lit, encoder->inputs + used) : 0;
    used += near;
    encoder->inputs[used++] = 2 * PIXELS;
    memcpy(encoder->inputs + used, gone_dark, dark * sizeof *gone_dark);
    used += dark;
    encoder->ends[encoder->observations++] = used;
    if (encoder->pixels) {
        memset(encoder->changed_sums, 0, 2 * encoder->hidden * sizeof *encoder->changed_sums);
        add_changes(encoder, newly_lit, lit, 0);
        add_changes(encoder, gone_dark, dark, 0);
        add_distances(encoder, distances, near);
    }
}

/* The same input in the frame reflected upside down. */
static inline __attribute__((always_inline)) int16_t reflection_of(int16_t input)
{
    int64_t row = row_of(input), plane = row < PIXELS ? 0 : row < 2 * PIXELS ? PIXELS : FIRST_DISTANCE;
    if (row == 2 * PIXELS)
        return input;
    row = plane + reflected_pixel(row - plane);
    return (int16_t)(input < 0 ? ~row : row);
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
    int16_t reflections[3 * PIXELS + 1];
    float logits[MOST_ACTIONS];
    double odds[MOST_ACTIONS], largest = -INFINITY, total = 0, cumulative;
    int64_t action = 0;
    for (int64_t i = 0; i < count && !encoder->pixels; i++) {
        reflections[i] = reflection_of(inputs[i]);
        fetch(encoder->W1 + row_of(inputs[i]) * hidden, hidden * sizeof(float));
        fetch(encoder->W1 + row_of(reflections[i]) * hidden, hidden * sizeof(float));
    }
    for (int reflected = 0; reflected < 2; reflected++) {
        if (encoder->pixels)
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
