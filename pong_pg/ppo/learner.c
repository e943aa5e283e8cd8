/* Learning from a minibatch of a batch, by one thread that others help.

   The rows of W1 that an observation needs are added up in groups: the pixels of a paddle or of everything else that are
   lit, those newly lit, and those gone dark. The rows of a paddle are the same in every observation in which it is there.
   So they are added up once a minibatch, and then an observation's groups instead of its rows: nine instead of sixty.
   Likewise, the gradients of observations are added up for each group, and then those of groups for each row. An input is
   the index of a group, or its complement (~index) where the group is subtracted.

   Each number is computed by one thread, in an order that the batch alone decides: so the bits do not depend on the
   number of threads. reference.py has the formulas. */

#include "../native/shares.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "../native/rows.h"
#include "groups.h"
#include "inputs.h"

enum { ACTIONS = 3, OUTPUTS = ACTIONS + 1, ROWS = BIAS + 1, TERMS = 5 };
/* How many weights a row of W1 shares with others, at most; and how many such weights there are. */
enum { LEVELS = 4, SHARED = 2 * (400 + 25 + 2 * SIDE) };
/* The constants of Adam, as in reference.py. */
static const float KEEP_MEAN = 0.9f, TAKE_MEAN = 1 - 0.9, KEEP_SQUARE = 0.999f, TAKE_SQUARE = 1 - 0.999, EPSILON = 1e-5f;

/* Weights, and Adam's running means of their gradient and of its square. */
typedef struct {
    float *values, *mean, *square;
} Parameter;

/* learner.py reads the fields of its struct from here. */
typedef struct {
    const Inputs *batch;
    /* The minibatch: the observations of its samples, and what Minibatch in reference.py has. */
    const int64_t *chosen;
    int64_t samples;
    const uint8_t *actions;
    const double *log_probabilities, *advantages, *returns;
    /* The settings. */
    double clip_range, vf_coef, ent_coef, target_kl, max_grad_norm, learning_rate, block_rate;
    /* The network. */
    int64_t hidden, steps; /* steps of Adam so far */
    float *W1;
    Parameter own, shared, heads, biases;
    const int32_t *shared_of; /* (12801, LEVELS), -1 for none */
    /* What the minibatch needs: see `find_inputs`. */
    int32_t *listed_at, *listed, *inputs, *members, *rows, *blocks;
    int64_t *member_ends, *input_ends;
    int64_t groups_in_use, rows_in_use, blocks_in_use;
    float *group_sums; /* (shares, groups, BLOCK) */
    float *hidden_layers, *g, *d_outputs, *dW1, *d_shared, *d_heads;
    double *column_squares; /* (hidden,) */
    /* Results. */
    double *outputs; /* (samples, OUTPUTS), f(x) of each */
    double *terms;   /* (5,), of the loss: see Terms in reference.py */
    double norm;     /* of the gradient */
    float scale, rate, unbias; /* of the step of Adam: see `adam` */
    int64_t part;    /* what is being computed: see `compute_share` */
    Shares shares;
} Learner;

/* The part of `size` items that is a share, which begins at a multiple. */
static void bounds_of(const Learner *l, int64_t share, int64_t size, int64_t multiple, int64_t *from, int64_t *to)
{
    const int64_t shares = l->shares.count, each = (size + shares * multiple - 1) / (shares * multiple) * multiple;
    *from = share * each < size ? share * each : size;
    *to = *from + each < size ? *from + each : size;
}

/* Finds the inputs of the chosen observations and, after them, of their reflections: the groups that occur, in the order
   in which they first do; each input as the place of its group in that list; the rows of W1 in these groups; all of
   these rows, ascending; and the shared weights of these rows. `listed_at` is zeros before and after. */
static void find_inputs(Learner *l)
{
    const Inputs *all = l->batch;
    uint64_t among[ROWS / 64 + 1] = {0};
    uint8_t is_found[SHARED] = {0};
    int64_t groups = 0, used = 0;
    int32_t *input = l->inputs;
    l->rows_in_use = l->blocks_in_use = 0;
    for (int64_t n = 0; n < 2 * l->samples; n++) {
        const int64_t at = l->chosen[n % l->samples];
        for (int64_t j = begin_of(all->input_ends, at); j < all->input_ends[at]; j++) {
            /* All ones for a complement, by which it and its group turn into each other without a branch. */
            const int32_t complement = -(all->inputs[j] < 0), seen = all->inputs[j] ^ complement;
            const int32_t group = n < l->samples ? seen : all->images[seen];
            if (!l->listed_at[group]) {
                l->listed[groups++] = group;
                l->listed_at[group] = (int32_t)groups;
            }
            *input++ = (l->listed_at[group] - 1) ^ complement;
        }
        l->input_ends[n] = input - l->inputs;
    }
    for (int64_t j = 0; j < groups; j++) {
        const int32_t group = l->listed[j];
        l->listed_at[group] = 0;
        for (int64_t i = begin_of(all->row_ends, group); i < all->row_ends[group]; i++) {
            l->members[used++] = all->rows[i];
            among[all->rows[i] / 64] |= (uint64_t)1 << all->rows[i] % 64;
        }
        l->member_ends[j] = used;
    }
    for (int32_t word = 0; word < (int32_t)(sizeof among / sizeof *among); word++)
        for (uint64_t bits = among[word]; bits; bits &= bits - 1)
            l->rows[l->rows_in_use++] = 64 * word + __builtin_ctzll(bits);
    for (int64_t j = 0; j < l->rows_in_use; j++)
        for (int k = 0; k < LEVELS; k++) {
            const int32_t block = l->shared_of[l->rows[j] * LEVELS + k];
            if (block < 0 || is_found[block]) continue;
            is_found[block] = 1;
            l->blocks[l->blocks_in_use++] = block;
        }
    l->groups_in_use = groups;
}

/* Sets some rows of W1 to the sums of weights of their own and of shared ones. */
WIDE static void combine(Learner *l, int64_t from, int64_t to)
{
    const int64_t hidden = l->hidden;
    for (int64_t j = from; j < to; j++) {
        const int32_t *of_row = l->shared_of + l->rows[j] * LEVELS;
        float *sum = l->W1 + l->rows[j] * hidden;
        if (j + AHEAD < to) fetch(l->own.values + l->rows[j + AHEAD] * hidden, hidden * (int64_t)sizeof *sum);
        const float *own = l->own.values + l->rows[j] * hidden, *shared[LEVELS];
        for (int k = 0; k < LEVELS; k++) shared[k] = l->shared.values + of_row[k] * hidden;
        /* The bias shares no weights. */
        for (int64_t i = 0; i < hidden; i++)
            sum[i] = of_row[0] < 0 ? own[i] : (((own[i] + shared[0][i]) + shared[1][i]) + shared[2][i]) + shared[3][i];
    }
}

/* The hidden layers after the ReLU, and the outputs g, of some of the chosen observations and reflections. */
WIDE static void forward(Learner *l, float *sums, int64_t first, int64_t last)
{
    const Lists members = {l->members, l->member_ends, l->groups_in_use};
    const int64_t hidden = l->hidden;
    for (int64_t from = 0; first < last && from < hidden; from += BLOCK) {
        const int64_t width = hidden - from < BLOCK ? hidden - from : BLOCK;
        if (width == BLOCK) add_lists(members, l->W1 + from, hidden, BLOCK, sums);
        else add_lists(members, l->W1 + from, hidden, width, sums);
        for (int64_t n = first; n < last; n++)
            add_inputs(l->hidden_layers + n * hidden + from, width, sums, l->inputs + begin_of(l->input_ends, n),
                       l->input_ends[n] - begin_of(l->input_ends, n));
    }
    for (int64_t n = first; n < last; n++)
        for (int64_t k = 0; k < OUTPUTS; k++)
            l->g[n * OUTPUTS + k] =
                sum_of_products(l->hidden_layers + n * hidden, l->heads.values + k * hidden, hidden) + l->biases.values[k];
}

/* In the reflection, the outputs for up and down change places. */
static int64_t swapped(int64_t output) { return output == 1 ? 2 : output == 2 ? 1 : output; }

/* The terms of the loss over the minibatch, and its gradient with respect to the outputs: `objective` of reference.py. */
static void find_loss(Learner *l)
{
    const int64_t n = l->samples;
    double mean = 0, variance = 0, *terms = l->terms;
    for (int64_t i = 0; i < n; i++) mean += l->advantages[i] / (double)n;
    for (int64_t i = 0; i < n; i++) variance += (l->advantages[i] - mean) * (l->advantages[i] - mean) / (double)n;
    const double deviation = sqrt(variance) + 1e-8;
    memset(terms, 0, TERMS * sizeof *terms);
    for (int64_t i = 0; i < n; i++) {
        const int64_t action = l->actions[i];
        const double A = (l->advantages[i] - mean) / deviation, R = l->returns[i], *f = l->outputs + i * OUTPUTS;
        double logs[ACTIONS], p[ACTIONS], d[OUTPUTS], total = 0, entropy = 0;
        const double largest = fmax(f[0], fmax(f[1], f[2])), u = f[ACTIONS];
        for (int k = 0; k < ACTIONS; k++) total += exp(f[k] - largest);
        for (int k = 0; k < ACTIONS; k++) {
            logs[k] = f[k] - largest - log(total);
            p[k] = exp(logs[k]);
            entropy -= p[k] * logs[k];
        }
        const double change = logs[action] - l->log_probabilities[i];
        /* NaN stays NaN, which fmin would not return. */
        const double log_ratio = change > 50 ? 50 : change, ratio = exp(log_ratio);
        const double clipped = fmin(fmax(ratio, 1 - l->clip_range), 1 + l->clip_range);
        const int moves = A >= 0 ? ratio <= 1 + l->clip_range : ratio >= 1 - l->clip_range;
        const double pull = moves ? ratio * A : 0, odds = exp(-fabs(u)), value = copysign((1 - odds) / (1 + odds), u);
        for (int k = 0; k < ACTIONS; k++) d[k] = p[k] * (pull + l->ent_coef * (logs[k] + entropy));
        d[action] -= pull;
        d[ACTIONS] = l->vf_coef * (value - R) / 2;
        for (int64_t k = 0; k < OUTPUTS; k++) {
            l->d_outputs[i * OUTPUTS + k] = (float)(d[k] / (double)n);
            l->d_outputs[(i + n) * OUTPUTS + swapped(k)] = (float)(d[k] / (double)n);
        }
        terms[0] -= fmin(ratio * A, clipped * A) / (double)n;
        terms[1] += (fmax(u, 0) + log1p(odds) - (1 + R) / 2 * u) / (double)n;
        terms[2] += entropy / (double)n;
        terms[3] += (double)!moves / (double)n;
        terms[4] += (ratio - 1 - log_ratio) / (double)n;
    }
}

/* The gradient with respect to W1, the shared weights and the heads, for the hidden units `from` to `to` - 1, and the sum
   of the squares of each unit's. */
WIDE static void backward(Learner *l, float *sums, int64_t from, int64_t to)
{
    const Lists members = {l->members, l->member_ends, l->groups_in_use};
    const int64_t hidden = l->hidden;
    for (int64_t begin = from; begin < to; begin += BLOCK) {
        const int64_t width = to - begin < BLOCK ? to - begin : BLOCK;
        float d_hidden_layer[BLOCK] = {0};
        memset(sums, 0, (size_t)l->groups_in_use * BLOCK * sizeof *sums);
        for (int64_t k = 0; k < OUTPUTS; k++) memset(l->d_heads + k * hidden + begin, 0, (size_t)width * sizeof *sums);
        for (int64_t n = 0; n < 2 * l->samples; n++) {
            const float *hidden_layer = l->hidden_layers + n * hidden + begin, *d = l->d_outputs + n * OUTPUTS;
            const float *heads = l->heads.values + begin;
            float *d_heads = l->d_heads + begin;
            for (int64_t i = 0; i < width; i++)
                d_hidden_layer[i] = ((d[0] * heads[i] + d[1] * heads[hidden + i]) + d[2] * heads[2 * hidden + i]) +
                                    d[3] * heads[3 * hidden + i];
            for (int64_t i = 0; i < width; i++) d_hidden_layer[i] = hidden_layer[i] > 0 ? d_hidden_layer[i] : 0;
            for (int64_t k = 0; k < OUTPUTS; k++)
                for (int64_t i = 0; i < width; i++) d_heads[k * hidden + i] += d[k] * hidden_layer[i];
            add_to_groups(sums, d_hidden_layer, l->inputs + begin_of(l->input_ends, n),
                          l->input_ends[n] - begin_of(l->input_ends, n));
        }
        for (int64_t j = 0; j < l->rows_in_use; j++)
            for (int64_t i = begin; i < begin + width; i += LANES)
                memset(l->dW1 + l->rows[j] * hidden + i, 0, (i + LANES <= begin + width ? LANES : begin + width - i) * 4);
        if (width == BLOCK) spread_lists(members, sums, BLOCK, l->dW1 + begin, hidden);
        else spread_lists(members, sums, width, l->dW1 + begin, hidden);
    }
    const size_t bytes = (size_t)(to - from) * sizeof *sums;
    for (int64_t i = from; i < to; i++) l->column_squares[i] = 0;
    for (int64_t j = 0; j < l->blocks_in_use; j++) memset(l->d_shared + l->blocks[j] * hidden + from, 0, bytes);
    for (int64_t j = 0; j < l->rows_in_use; j++) {
        const int32_t *of_row = l->shared_of + l->rows[j] * LEVELS;
        const float *row = l->dW1 + l->rows[j] * hidden;
        if (j + AHEAD < l->rows_in_use) fetch(l->dW1 + l->rows[j + AHEAD] * hidden + from, (to - from) * 4);
        for (int64_t i = from; i < to; i++) l->column_squares[i] += (double)row[i] * row[i];
        for (int k = 0; k < LEVELS && of_row[k] >= 0; k++)
            add_row(l->d_shared + of_row[k] * hidden + from, row + from, 1, to - from);
    }
    for (int64_t j = 0; j < l->blocks_in_use + OUTPUTS; j++) {
        const int64_t head = j - l->blocks_in_use;
        const float *row = head < 0 ? l->d_shared + l->blocks[j] * hidden : l->d_heads + head * hidden;
        for (int64_t i = from; i < to; i++) l->column_squares[i] += (double)row[i] * row[i];
    }
}

/* The gradient with respect to the biases, and the Euclidean norm of all. */
static double find_norm(const Learner *l, float *d_biases)
{
    double squares = 0;
    memset(d_biases, 0, OUTPUTS * sizeof *d_biases);
    for (int64_t n = 0; n < 2 * l->samples; n++)
        for (int64_t k = 0; k < OUTPUTS; k++) d_biases[k] += l->d_outputs[n * OUTPUTS + k];
    for (int64_t k = 0; k < OUTPUTS; k++) squares += (double)d_biases[k] * d_biases[k];
    for (int64_t i = 0; i < l->hidden; i++) squares += l->column_squares[i];
    return sqrt(squares);
}

/* A step of Adam in so many weights. */
INLINE void adam(const Learner *l, Parameter parameter, const float *gradient, float rate, int64_t from, int64_t to)
{
    /* Not read again after each weight that is written, which might be one of them. */
    const float scale = l->scale, unbias = l->unbias;
    for (int64_t i = from; i < to; i++) {
        const float g = gradient[i] * scale;
        const float m = parameter.mean[i] = parameter.mean[i] * KEEP_MEAN + g * TAKE_MEAN;
        const float v = parameter.square[i] = parameter.square[i] * KEEP_SQUARE + g * g * TAKE_SQUARE;
        parameter.values[i] -= rate * m / (sqrtf(v) * unbias + EPSILON);
    }
}

/* A step of Adam in all weights that have a gradient, of the hidden units `from` to `to` - 1. */
WIDE static void move(Learner *l, int64_t from, int64_t to)
{
    const int64_t hidden = l->hidden;
    const float rate = l->rate, of_blocks = rate * (float)l->block_rate;
    for (int64_t j = 0; j < l->rows_in_use; j++) {
        const int64_t row = l->rows[j] * hidden;
        if (j + AHEAD < l->rows_in_use) {
            const int64_t next = l->rows[j + AHEAD] * hidden + from, bytes = (to - from) * 4;
            fetch(l->own.values + next, bytes);
            fetch(l->own.mean + next, bytes);
            fetch(l->own.square + next, bytes);
        }
        adam(l, l->own, l->dW1, rate, row + from, row + to);
    }
    for (int64_t k = 0; k < OUTPUTS; k++) adam(l, l->heads, l->d_heads, rate, k * hidden + from, k * hidden + to);
    for (int64_t j = 0; j < l->blocks_in_use; j++)
        adam(l, l->shared, l->d_shared, of_blocks, l->blocks[j] * hidden + from, l->blocks[j] * hidden + to);
}

enum { COMBINE, FORWARD, BACKWARD, MOVE };

static void compute_share(void *owner, int64_t share)
{
    Learner *l = owner;
    float *sums = l->group_sums + share * l->batch->groups * BLOCK;
    const int64_t sizes[] = {l->rows_in_use, 2 * l->samples, l->hidden, l->hidden};
    int64_t from, to;
    /* Of hidden units, no two threads write to the same cache line. */
    bounds_of(l, share, sizes[l->part], l->part < BACKWARD ? 1 : LINE / (int64_t)sizeof *sums, &from, &to);
    if (l->part == COMBINE) combine(l, from, to);
    else if (l->part == FORWARD) forward(l, sums, from, to);
    else if (l->part == BACKWARD) backward(l, sums, from, to);
    else move(l, from, to);
}

static void compute(Learner *l, int64_t part)
{
    l->part = part;
    compute_all(&l->shares, compute_share, l);
}

void pong_pg_ppo_help(Learner *l) { help(&l->shares, compute_share, l); }

/* The outputs f of the chosen observations. */
static void find_outputs(Learner *l)
{
    compute(l, FORWARD);
    for (int64_t n = 0; n < l->samples; n++)
        for (int64_t k = 0; k < OUTPUTS; k++)
            l->outputs[n * OUTPUTS + k] = l->g[n * OUTPUTS + k] + l->g[(n + l->samples) * OUTPUTS + swapped(k)];
}

/* The outputs before the first step. */
void pong_pg_ppo_outputs(Learner *l)
{
    find_inputs(l);
    find_outputs(l);
}

/* Takes a step on the minibatch. Returns 0, and learns nothing, if the policy has moved too far. */
int64_t pong_pg_ppo_step(Learner *l)
{
    float d_biases[OUTPUTS];
    find_inputs(l);
    compute(l, COMBINE);
    find_outputs(l);
    find_loss(l);
    if (l->terms[4] > l->target_kl) return 0;
    compute(l, BACKWARD);
    l->norm = find_norm(l, d_biases);
    l->steps++;
    l->scale = (float)(l->norm <= l->max_grad_norm ? 1 : l->max_grad_norm / l->norm);
    l->rate = (float)(l->learning_rate / (1 - pow(0.9, (double)l->steps)));
    l->unbias = (float)(1 / sqrt(1 - pow(0.999, (double)l->steps)));
    compute(l, MOVE);
    adam(l, l->biases, d_biases, l->rate, 0, OUTPUTS);
    return 1;
}

/* Sets all rows of W1, after the last step. */
void pong_pg_ppo_finish(Learner *l)
{
    for (l->rows_in_use = 0; l->rows_in_use < ROWS; l->rows_in_use++) l->rows[l->rows_in_use] = (int32_t)l->rows_in_use;
    compute(l, COMBINE);
}
