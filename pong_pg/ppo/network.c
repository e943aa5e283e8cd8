/* The actor-critic network where it costs time: choosing an action, forward and backward over a minibatch, Adam.

   Every function does what its counterpart in kernels.py does with NumPy, and gives the same bits: rows are added in
   the order in which they are listed, samples in the order of the minibatch, and numbers within a row as NumPy adds
   them. An input is the index of a row of W1, or its complement (~index) where the row is subtracted. */

#include <math.h>
#include <string.h>

#include "../native/rows.h"

/* Twice as fast where the processor has AVX2, and the same bits: no sum changes its order, and nothing is fused. */
#if defined(WIDE)
/* Said on the command line, by a test that wants to see the narrow one. */
#elif defined(__x86_64__) && defined(__linux__) && defined(__GLIBC__) && defined(__GNUC__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif

enum { PIXELS = SIDE * SIDE, MASK_WORDS = 2, MOST_ACTIONS = 3 };
/* Hidden units at a time: so many of the rows that a minibatch needs, some 3,000, fit into the second cache. */
enum { BLOCK = 64, LANES = 8 };
typedef float Lanes __attribute__((vector_size(LANES * sizeof(float)), aligned(sizeof(float)), may_alias));

/* The exponential comes from Python's own C library: a compiler may bring another, with other last bits. */
typedef double (*Function)(double);

/* The fields of eyes.py's _Seen, in its order. */
typedef struct {
    const uint8_t *screen; /* (210, 160), as the environment draws it */
    uint8_t *before;       /* (80, 160), the rows of the previous screen that the network sees */
    uint64_t *lit;         /* (80, 2), the mask of the previous screen, one bit a pixel */
    const uint8_t *mask;   /* (256,), 0 or 1 for each value of the screen */
    const float *W1;       /* (2 * 6400 + 1, hidden): pixels that are lit, pixels that changed, the bias */
    const float *heads;    /* (actions + 1, hidden): a row for each logit, and the value's */
    const float *biases;   /* (actions + 1,) */
    float *state;          /* (hidden,), for whatever is in it */
    float *products;       /* (hidden,) */
    int64_t hidden;
    int64_t actions;
    int16_t *inputs;       /* of all observations, one after another */
    int64_t *ends;         /* (observations,), where each one's inputs end */
    int64_t observations;
    Function exp;
} Seen;

/* Take in the screen: list the inputs of the observation. */
EXPORT void pong_pg_ppo_look(Seen *seen)
{
    int16_t newly_lit[PIXELS], gone_dark[PIXELS];
    int64_t lit = 0, dark = 0;
    for (int row = 0; row < SIDE; row++) {
        const uint8_t *now = seen->screen + (FIRST_ROW + ROW_STEP * row) * WIDTH;
        uint8_t *before = seen->before + row * WIDTH;
        if (memcmp(now, before, WIDTH) == 0)
            continue;
        for (int word = 0; word < WIDTH; word += WORD) {
            if (memcmp(now + word, before + word, WORD) == 0)
                continue;
            for (int column = word; column < word + WORD; column += COLUMN_STEP) {
                int is = seen->mask[now[column]], was = seen->mask[before[column]];
                if (is == was)
                    continue;
                int x = column / COLUMN_STEP;
                int16_t input = (int16_t)(PIXELS + row * SIDE + x);
                seen->lit[row * MASK_WORDS + x / 64] ^= (uint64_t)1 << (x % 64);
                if (is)
                    newly_lit[lit++] = input;
                else
                    gone_dark[dark++] = (int16_t)~input;
            }
        }
        memcpy(before, now, WIDTH);
    }
    int64_t used = seen->observations ? seen->ends[seen->observations - 1] : 0;
    for (int word = 0; word < SIDE * MASK_WORDS; word++)
        for (uint64_t bits = seen->lit[word]; bits; bits &= bits - 1)
            seen->inputs[used++] = (int16_t)(word / MASK_WORDS * SIDE + word % MASK_WORDS * 64 + __builtin_ctzll(bits));
    memcpy(seen->inputs + used, newly_lit, lit * sizeof *newly_lit);
    used += lit;
    seen->inputs[used++] = 2 * PIXELS;
    memcpy(seen->inputs + used, gone_dark, dark * sizeof *gone_dark);
    used += dark;
    seen->ends[seen->observations++] = used;
}

static inline __attribute__((always_inline)) int64_t row_of(int16_t input)
{
    return input < 0 ? ~input : input;
}

/* The same input in the picture turned upside down. */
static inline __attribute__((always_inline)) int16_t image_of(int16_t input)
{
    int row = (int)row_of(input), pixel = row < PIXELS ? row : row - PIXELS;
    if (row == 2 * PIXELS)
        return input;
    row += (SIDE - 1 - 2 * (pixel / SIDE)) * SIDE;
    return (int16_t)(input < 0 ? ~row : row);
}

static inline __attribute__((always_inline)) void rectify(float *state, int64_t width)
{
    for (int64_t i = 0; i < width; i++)
        /* This way round, so that what is not a number stays so. */
        state[i] = state[i] < 0 ? 0 : state[i];
}

static inline __attribute__((always_inline)) void add_inputs(float *state, const float *W1, const int16_t *inputs,
                                                             int64_t count, int64_t hidden, int64_t width)
{
    memset(state, 0, width * sizeof *state);
    for (int64_t i = 0; i < count; i++)
        add_row(state, W1 + row_of(inputs[i]) * hidden, inputs[i] < 0 ? -1 : 1, width);
    rectify(state, width);
}

/* The same for a whole block, whose sums stay in the processor's registers. */
static inline __attribute__((always_inline)) void add_inputs_to_block(float *state, const float *W1,
                                                                      const int16_t *inputs, int64_t count,
                                                                      int64_t hidden)
{
    Lanes sums[BLOCK / LANES];
    memset(sums, 0, sizeof sums);
    for (int64_t i = 0; i < count;) {
        for (; i < count && inputs[i] >= 0; i++)
            for (int k = 0; k < BLOCK / LANES; k++)
                sums[k] += ((const Lanes *)(W1 + inputs[i] * hidden))[k];
        for (; i < count && inputs[i] < 0; i++)
            for (int k = 0; k < BLOCK / LANES; k++)
                sums[k] -= ((const Lanes *)(W1 + ~inputs[i] * hidden))[k];
    }
    memcpy(state, sums, sizeof sums);
    rectify(state, BLOCK);
}

static inline __attribute__((always_inline)) void add_block_to_rows(float *dW1, const float *d_state,
                                                                    const int16_t *inputs, int64_t count,
                                                                    int64_t hidden)
{
    Lanes parts[BLOCK / LANES];
    memcpy(parts, d_state, sizeof parts);
    for (int64_t i = 0; i < count;) {
        for (; i < count && inputs[i] >= 0; i++)
            for (int k = 0; k < BLOCK / LANES; k++)
                ((Lanes *)(dW1 + inputs[i] * hidden))[k] += parts[k];
        for (; i < count && inputs[i] < 0; i++)
            for (int k = 0; k < BLOCK / LANES; k++)
                ((Lanes *)(dW1 + ~inputs[i] * hidden))[k] -= parts[k];
    }
}

static inline __attribute__((always_inline)) float output(const float *state, const float *head, float bias,
                                                          float *products, int64_t hidden)
{
    for (int64_t i = 0; i < hidden; i++)
        products[i] = state[i] * head[i];
    /* NumPy begins with 0, so that no sum is -0. */
    return (0.0f + sum(products, hidden)) + bias;
}

/* Choose an action for the last observation: the first whose cumulative probability exceeds `uniform`, or, where that
   is negative, the likeliest. */
WIDE EXPORT int64_t pong_pg_ppo_choose(Seen *seen, double uniform)
{
    const int64_t last = seen->observations - 1, hidden = seen->hidden, actions = seen->actions;
    const int64_t begin = last ? seen->ends[last - 1] : 0, count = seen->ends[last] - begin;
    const int16_t *inputs = seen->inputs + begin;
    int16_t images[2 * PIXELS + 1];
    float logits[MOST_ACTIONS];
    double odds[MOST_ACTIONS], most = -INFINITY, total = 0, cumulative;
    int64_t action = 0;
    for (int64_t i = 0; i < count; i++) {
        images[i] = image_of(inputs[i]);
        fetch_row(seen->W1 + row_of(inputs[i]) * hidden, hidden);
        fetch_row(seen->W1 + row_of(images[i]) * hidden, hidden);
    }
    for (int turned = 0; turned < 2; turned++) {
        add_inputs(seen->state, seen->W1, turned ? images : inputs, count, hidden, hidden);
        for (int64_t k = 0; k < actions; k++) {
            float said = output(seen->state, seen->heads + k * hidden, seen->biases[k], seen->products, hidden);
            /* Up is the last action but one, down the last. */
            if (!turned)
                logits[k] = said;
            else
                logits[k < actions - 2 ? k : 2 * actions - 3 - k] += said;
        }
    }
    for (int64_t k = 0; k < actions; k++) {
        odds[k] = logits[k];
        if (odds[k] > most) {
            most = odds[k];
            action = k;
        }
    }
    if (uniform < 0)
        return action;
    for (int64_t k = 0; k < actions; k++) {
        odds[k] = seen->exp(odds[k] - most);
        total += odds[k];
    }
    action = 0;
    cumulative = odds[0];
    while (action < actions - 1 && !(uniform * total < cumulative))
        cumulative += odds[++action];
    return action;
}

/* The hidden layer and the outputs of some samples. */
WIDE EXPORT void pong_pg_ppo_forward(const float *W1, const float *heads, const float *biases, int64_t hidden,
                                     int64_t outputs, const int16_t *inputs, const int64_t *begins,
                                     const int64_t *ends, int64_t samples, float *states, float *out, float *products)
{
    for (int64_t from = 0; from < hidden; from += BLOCK) {
        int whole = hidden - from >= BLOCK;
        for (int64_t n = 0; n < samples; n++)
            if (whole)
                add_inputs_to_block(states + n * hidden + from, W1 + from, inputs + begins[n], ends[n] - begins[n],
                                    hidden);
            else
                add_inputs(states + n * hidden + from, W1 + from, inputs + begins[n], ends[n] - begins[n], hidden,
                           hidden - from);
    }
    for (int64_t n = 0; n < samples; n++)
        for (int64_t k = 0; k < outputs; k++)
            out[n * outputs + k] = output(states + n * hidden, heads + k * hidden, biases[k], products, hidden);
}

static inline __attribute__((always_inline)) int64_t
add_gradients(const float *heads, int64_t hidden, int64_t outputs, const int16_t *inputs, const int64_t *begins,
              const int64_t *ends, int64_t samples, const float *states, const float *d_out, float *dW1,
              float *d_heads, int64_t from, int64_t width, uint8_t *seen, int32_t *rows, float *d_state)
{
    int64_t count = 0;
    for (int64_t n = 0; n < samples; n++) {
        const float *state = states + n * hidden + from, *d = d_out + n * outputs;
        for (int64_t i = 0; i < width; i++)
            d_state[i] = d[0] * heads[from + i];
        for (int64_t k = 1; k < outputs; k++)
            for (int64_t i = 0; i < width; i++)
                d_state[i] += d[k] * heads[k * hidden + from + i];
        for (int64_t i = 0; i < width; i++)
            d_state[i] = state[i] > 0 ? d_state[i] : 0;
        for (int64_t k = 0; k < outputs; k++) {
            float *d_head = d_heads + k * hidden + from;
            if (n == 0)
                for (int64_t i = 0; i < width; i++)
                    d_head[i] = d[k] * state[i];
            else
                for (int64_t i = 0; i < width; i++)
                    d_head[i] += d[k] * state[i];
        }
        for (int64_t j = begins[n]; j < ends[n]; j++) {
            int64_t row = row_of(inputs[j]);
            if (!seen[row]) {
                seen[row] = 1;
                rows[count++] = (int32_t)row;
                memset(dW1 + row * hidden + from, 0, width * sizeof *dW1);
            }
        }
        if (width == BLOCK)
            add_block_to_rows(dW1 + from, d_state, inputs + begins[n], ends[n] - begins[n], hidden);
        else
            for (int64_t j = begins[n]; j < ends[n]; j++)
                add_row(dW1 + row_of(inputs[j]) * hidden + from, d_state, inputs[j] < 0 ? -1 : 1, width);
    }
    for (int64_t j = 0; j < count; j++)
        seen[rows[j]] = 0;
    return count;
}

/* The gradient of W1 and of the heads, from that of the outputs, in the hidden units `from` to `to` - 1: who does the
   others need not wait. The rows of `dW1` in which nothing has been added are left as they were; `rows` lists the
   others, and `seen`, zeros at first and again at the end, marks them. Returns how many there are. */
WIDE EXPORT int64_t pong_pg_ppo_backward(const float *heads, int64_t hidden, int64_t outputs, const int16_t *inputs,
                                         const int64_t *begins, const int64_t *ends, int64_t samples,
                                         const float *states, const float *d_out, float *dW1, float *d_heads,
                                         int64_t from, int64_t to, uint8_t *seen, int32_t *rows, float *d_state)
{
    int64_t count = 0;
    for (; from < to; from += BLOCK)
        count = add_gradients(heads, hidden, outputs, inputs, begins, ends, samples, states, d_out, dW1, d_heads, from,
                              to - from < BLOCK ? to - from : BLOCK, seen, rows, d_state);
    return count;
}

/* The sum of squares of each of some rows. */
WIDE EXPORT void pong_pg_ppo_squares(const float *matrix, const int32_t *rows, int64_t count, int64_t width,
                                     float *products, float *sums)
{
    for (int64_t j = 0; j < count; j++) {
        const float *row = matrix + rows[j] * width;
        for (int64_t i = 0; i < width; i++)
            products[i] = row[i] * row[i];
        sums[j] = 0.0f + sum(products, width);
    }
}

/* One step of Adam in some rows. */
WIDE EXPORT void pong_pg_ppo_adam(float *weights, float *mean, float *square, const float *gradient,
                                  const int32_t *rows, int64_t count, int64_t width, float scale, float keep_mean,
                                  float take_mean, float keep_square, float take_square, float rate, float unbias,
                                  float epsilon)
{
    for (int64_t j = 0; j < count; j++) {
        const int64_t at = rows[j] * width;
        float *w = weights + at, *m = mean + at, *v = square + at;
        const float *g = gradient + at;
        for (int64_t i = 0; i < width; i++) {
            float scaled = g[i] * scale;
            m[i] = m[i] * keep_mean + scaled * take_mean;
            v[i] = v[i] * keep_square + scaled * scaled * take_square;
            w[i] -= rate * m[i] / (sqrtf(v[i]) * unbias + epsilon);
        }
    }
}

/* A function of many numbers. */
EXPORT void pong_pg_ppo_each(Function function, double *numbers, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        numbers[i] = function(numbers[i]);
}
