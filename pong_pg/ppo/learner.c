/* Learning from a batch: all minibatches of all epochs, by one thread that others help.

   The rows of W1 that an observation needs are added up in groups: the pixels of a paddle or of everything else that are
   lit, those newly lit, and those gone dark. The rows of a paddle are the same in every observation in which it is there.
   So they are added up once a minibatch, and then an observation's groups instead of its rows: nine instead of sixty.
   Likewise, the gradients of observations are added up for each group, and then those of groups for each row. An input is
   the index of a group, or its complement (~index) where the group is subtracted.

   Each number is computed by one thread, in an order that the batch alone decides: so the bits do not depend on the
   number of threads. reference.py has the formulas. */

#define _POSIX_C_SOURCE 199309L
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "../native/rows.h"
#include "groups.h"
#include "inputs.h"

enum { ACTIONS = 3, OUTPUTS = ACTIONS + 1, ROWS = BIAS + 1, TERMS = 6 };
/* How many weights a row of W1 shares with others, at most; and how many such weights there are. */
enum { LEVELS = 4, SHARED = 2 * (400 + 25 + 2 * SIDE) };
/* Observations of one forward pass before learning. */
enum { FORWARD_BLOCK = 1024 };
/* The constants of Adam, as in reference.py. */
static const float KEEP_MEAN = 0.9f, TAKE_MEAN = 1 - 0.9, KEEP_SQUARE = 0.999f, TAKE_SQUARE = 1 - 0.999, EPSILON = 1e-5f;

/* Weights, and Adam's running means of their gradient and of its square. */
typedef struct {
    float *values, *mean, *square;
} Parameter;

/* compiled_learner.py reads the fields of its struct from here. */
typedef struct {
    /* The batch: see Inputs in compiled_learner.py. */
    const int32_t *groups;
    const int64_t *ends;
    const int16_t *group_rows;
    const int64_t *group_ends;
    const int32_t *images;
    int64_t group_count, observations;
    int64_t rollout_steps; /* there is one more observation in each rollout */
    const uint8_t *actions;
    const double *log_probabilities, *advantages, *returns;
    const int64_t *order;          /* the samples of all minibatches, one after another */
    const int64_t *minibatch_ends; /* where each one's end */
    int64_t minibatches;
    /* The settings. */
    double clip_range, vf_coef, ent_coef, target_kl, max_grad_norm, learning_rate, block_rate;
    /* The network. */
    int64_t hidden, steps; /* steps of Adam so far */
    float *W1;
    Parameter own, shared, heads, biases;
    const int32_t *shared_of; /* (12801, LEVELS), -1 for none */
    /* Of the present minibatch. */
    int32_t *listed_at, *listed, *inputs, *members, *rows;
    int64_t *member_ends, *input_ends, *chosen;
    int64_t samples, groups_in_use, rows_in_use;
    float *group_sums; /* (shares, groups, BLOCK) */
    float *hidden_layers, *outputs, *d_outputs, *dW1, *d_shared, *d_heads;
    double *column_squares; /* (hidden,) */
    /* Results. */
    double *terms; /* (minibatches, TERMS) */
    int64_t done;
    double *all_outputs; /* (observations, OUTPUTS) */
    /* What is being computed, in as many shares as there are threads; see `compute`. */
    int64_t shares, part, ticket, pending, is_finished;
    int32_t *found;       /* (shares, SHARED), the shared weights that have a gradient, see `backward` */
    int64_t *found_count; /* (shares,) */
    double norm;          /* of the gradient */
} Learner;

/* The part of `size` items that is a share, which begins at a multiple. */
static void bounds_of(const Learner *l, int64_t share, int64_t size, int64_t multiple, int64_t *from, int64_t *to)
{
    const int64_t each = (size + l->shares * multiple - 1) / (l->shares * multiple) * multiple;
    *from = share * each < size ? share * each : size;
    *to = *from + each < size ? *from + each : size;
}

/* Finds the inputs of the chosen observations and, after them, of their reflections: the groups that occur, in the order
   in which they first do; each input as the place of its group in that list; the rows of W1 in these groups; and all of
   these rows, ascending. `listed_at` is zeros before and after. */
static void find_inputs(Learner *l)
{
    uint64_t among[ROWS / 64 + 1] = {0};
    int64_t groups = 0, used = 0, found = 0;
    int32_t *input = l->inputs;
    for (int64_t n = 0; n < 2 * l->samples; n++) {
        const int64_t at = l->chosen[n % l->samples];
        for (int64_t j = at ? l->ends[at - 1] : 0; j < l->ends[at]; j++) {
            /* All ones for a complement, by which it and its group turn into each other without a branch. */
            const int32_t complement = -(l->groups[j] < 0), seen = l->groups[j] ^ complement;
            const int32_t group = n < l->samples ? seen : l->images[seen];
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
        for (int64_t i = group ? l->group_ends[group - 1] : 0; i < l->group_ends[group]; i++) {
            l->members[used++] = l->group_rows[i];
            among[l->group_rows[i] / 64] |= (uint64_t)1 << l->group_rows[i] % 64;
        }
        l->member_ends[j] = used;
    }
    for (int32_t word = 0; word < (int32_t)(sizeof among / sizeof *among); word++)
        for (uint64_t bits = among[word]; bits; bits &= bits - 1) l->rows[found++] = 64 * word + __builtin_ctzll(bits);
    l->groups_in_use = groups;
    l->rows_in_use = found;
}

static int64_t begin_of(const Learner *l, int64_t n) { return n ? l->input_ends[n - 1] : 0; }

/* Sets some rows of W1 to the sums of weights of their own and of shared ones. */
WIDE static void combine(Learner *l, int64_t from, int64_t to)
{
    const int64_t hidden = l->hidden, bytes = hidden * (int64_t)sizeof *l->W1;
    for (int64_t j = from; j < to; j++) {
        const int32_t *of_row = l->shared_of + l->rows[j] * LEVELS;
        float *sum = l->W1 + l->rows[j] * hidden;
        if (j + AHEAD < to) fetch(l->own.values + l->rows[j + AHEAD] * hidden, bytes);
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
            add_inputs(l->hidden_layers + n * hidden + from, width, sums, l->inputs + begin_of(l, n),
                       l->input_ends[n] - begin_of(l, n));
    }
    for (int64_t n = first; n < last; n++)
        for (int64_t k = 0; k < OUTPUTS; k++)
            l->outputs[n * OUTPUTS + k] =
                sum_of_products(l->hidden_layers + n * hidden, l->heads.values + k * hidden, hidden) + l->biases.values[k];
}

/* In the reflection, the outputs for up and down change places. */
static int64_t swapped(int64_t output) { return output == 1 ? 2 : output == 2 ? 1 : output; }

/* f(x) of one of the chosen observations. */
static void output_of(const Learner *l, int64_t n, double *f)
{
    for (int64_t k = 0; k < OUTPUTS; k++)
        f[k] = l->outputs[n * OUTPUTS + k] + l->outputs[(n + l->samples) * OUTPUTS + swapped(k)];
}

/* The terms of the loss over the minibatch, and its gradient with respect to the outputs: `objective` of reference.py. */
static void find_loss(Learner *l, const int64_t *samples, double *terms)
{
    const int64_t n = l->samples;
    double mean = 0, variance = 0;
    for (int64_t i = 0; i < n; i++) mean += l->advantages[samples[i]] / (double)n;
    for (int64_t i = 0; i < n; i++) {
        const double away = l->advantages[samples[i]] - mean;
        variance += away * away / (double)n;
    }
    const double deviation = sqrt(variance) + 1e-8;
    memset(terms, 0, TERMS * sizeof *terms);
    for (int64_t i = 0; i < n; i++) {
        const int64_t action = l->actions[samples[i]];
        const double A = (l->advantages[samples[i]] - mean) / deviation, R = l->returns[samples[i]];
        double f[OUTPUTS], logs[ACTIONS], p[ACTIONS], d[OUTPUTS], total = 0, entropy = 0;
        output_of(l, i, f);
        const double largest = fmax(f[0], fmax(f[1], f[2])), u = f[ACTIONS];
        for (int k = 0; k < ACTIONS; k++) total += exp(f[k] - largest);
        for (int k = 0; k < ACTIONS; k++) {
            logs[k] = f[k] - largest - log(total);
            p[k] = exp(logs[k]);
            entropy -= p[k] * logs[k];
        }
        const double change = logs[action] - l->log_probabilities[samples[i]];
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
   of the squares of each unit's. Returns how many shared weights have one, which `found` lists. */
WIDE static int64_t backward(Learner *l, float *sums, int64_t from, int64_t to, int32_t *found)
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
            add_to_groups(sums, d_hidden_layer, l->inputs + begin_of(l, n), l->input_ends[n] - begin_of(l, n));
        }
        for (int64_t j = 0; j < l->rows_in_use; j++)
            for (int64_t i = begin; i < begin + width; i += LANES)
                memset(l->dW1 + l->rows[j] * hidden + i, 0, (i + LANES <= begin + width ? LANES : begin + width - i) * 4);
        if (width == BLOCK) spread_lists(members, sums, BLOCK, l->dW1 + begin, hidden);
        else spread_lists(members, sums, width, l->dW1 + begin, hidden);
    }
    uint8_t is_found[SHARED] = {0};
    int64_t count = 0;
    for (int64_t i = from; i < to; i++) l->column_squares[i] = 0;
    for (int64_t j = 0; j < l->rows_in_use; j++) {
        const int32_t *of_row = l->shared_of + l->rows[j] * LEVELS;
        const float *row = l->dW1 + l->rows[j] * hidden;
        if (j + AHEAD < l->rows_in_use) fetch(l->dW1 + l->rows[j + AHEAD] * hidden + from, (to - from) * 4);
        for (int64_t i = from; i < to; i++) l->column_squares[i] += (double)row[i] * row[i];
        for (int64_t k = 0; k < LEVELS && of_row[k] >= 0; k++) {
            float *total = l->d_shared + of_row[k] * hidden + from;
            if (!is_found[of_row[k]]) {
                is_found[of_row[k]] = 1;
                found[count++] = of_row[k];
                memcpy(total, row + from, (size_t)(to - from) * sizeof *total);
            } else {
                add_row(total, row + from, 1, to - from);
            }
        }
    }
    for (int64_t j = 0; j < count + OUTPUTS; j++) {
        const float *row = j < count ? l->d_shared + found[j] * hidden : l->d_heads + (j - count) * hidden;
        for (int64_t i = from; i < to; i++) l->column_squares[i] += (double)row[i] * row[i];
    }
    return count;
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

typedef struct {
    float scale, rate, unbias;
} Step;

static Step next_step(const Learner *l)
{
    const double steps = (double)l->steps + 1;
    return (Step){(float)(l->norm <= l->max_grad_norm ? 1 : l->max_grad_norm / l->norm), (float)(l->learning_rate / (1 - pow(0.9, steps))),
                  (float)(1 / sqrt(1 - pow(0.999, steps)))};
}

/* A step of Adam in so many weights. */
INLINE void adam(Parameter parameter, const float *gradient, int64_t from, int64_t to, Step step)
{
    for (int64_t i = from; i < to; i++) {
        const float g = gradient[i] * step.scale;
        const float m = parameter.mean[i] = parameter.mean[i] * KEEP_MEAN + g * TAKE_MEAN;
        const float v = parameter.square[i] = parameter.square[i] * KEEP_SQUARE + g * g * TAKE_SQUARE;
        parameter.values[i] -= step.rate * m / (sqrtf(v) * step.unbias + EPSILON);
    }
}

/* A step of Adam in all weights that have a gradient, of the hidden units `from` to `to` - 1. */
WIDE static void move(Learner *l, int64_t from, int64_t to, const int32_t *found, int64_t count)
{
    const int64_t hidden = l->hidden;
    Step step = next_step(l);
    for (int64_t j = 0; j < l->rows_in_use; j++) {
        const int64_t row = l->rows[j] * hidden;
        if (j + AHEAD < l->rows_in_use) {
            const int64_t next = l->rows[j + AHEAD] * hidden + from, bytes = (to - from) * 4;
            fetch(l->own.values + next, bytes);
            fetch(l->own.mean + next, bytes);
            fetch(l->own.square + next, bytes);
        }
        adam(l->own, l->dW1, row + from, row + to, step);
    }
    for (int64_t k = 0; k < OUTPUTS; k++) adam(l->heads, l->d_heads, k * hidden + from, k * hidden + to, step);
    step.rate *= (float)l->block_rate;
    for (int64_t j = 0; j < count; j++) adam(l->shared, l->d_shared, found[j] * hidden + from, found[j] * hidden + to, step);
}

enum { COMBINE, FORWARD, BACKWARD, MOVE };

static void compute_share(Learner *l, int64_t share)
{
    float *sums = l->group_sums + share * l->group_count * BLOCK;
    int32_t *found = l->found + share * SHARED;
    int64_t from, to;
    switch (l->part) {
    case COMBINE:
        bounds_of(l, share, l->rows_in_use, 1, &from, &to);
        combine(l, from, to);
        break;
    case FORWARD:
        bounds_of(l, share, 2 * l->samples, 1, &from, &to);
        forward(l, sums, from, to);
        break;
    default:
        /* No two threads write to the same cache line. */
        bounds_of(l, share, l->hidden, LINE / (int64_t)sizeof *sums, &from, &to);
        if (l->part == BACKWARD) l->found_count[share] = backward(l, sums, from, to, found);
        else move(l, from, to, found, l->found_count[share]);
    }
}

/* Computes a share that nobody has taken; returns 0 if there is none. The lower half of a ticket is the next share, the
   upper one says which computation it is of. */
static int take_share(Learner *l)
{
    int64_t ticket = __atomic_load_n(&l->ticket, __ATOMIC_ACQUIRE);
    do
        if ((int32_t)ticket >= l->shares) return 0;
    while (!__atomic_compare_exchange_n(&l->ticket, &ticket, ticket + 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
    compute_share(l, (int32_t)ticket);
    __atomic_sub_fetch(&l->pending, 1, __ATOMIC_ACQ_REL);
    return 1;
}

/* Computes something, with the help of those threads that are there: none is waited for that has not begun. */
static void compute(Learner *l, int64_t part)
{
    l->part = part;
    l->pending = l->shares;
    __atomic_store_n(&l->ticket, ((l->ticket >> 32) + 1) << 32, __ATOMIC_RELEASE);
    while (take_share(l)) {}
    while (__atomic_load_n(&l->pending, __ATOMIC_ACQUIRE)) {}
}

/* Helps whoever learns until that is finished, as Python says. */
void pong_pg_ppo_help(Learner *l)
{
    const struct timespec pause = {0, 20000};
    for (int idle = 0; !__atomic_load_n(&l->is_finished, __ATOMIC_ACQUIRE); idle++) {
        if (take_share(l)) idle = 0;
        else if (idle > 2000) nanosleep(&pause, NULL);
    }
}

/* The outputs f of all observations, before learning. */
void pong_pg_ppo_outputs(Learner *l)
{
    for (int64_t begin = 0; begin < l->observations; begin += FORWARD_BLOCK) {
        l->samples = l->observations - begin < FORWARD_BLOCK ? l->observations - begin : FORWARD_BLOCK;
        for (int64_t i = 0; i < l->samples; i++) l->chosen[i] = begin + i;
        find_inputs(l);
        compute(l, FORWARD);
        for (int64_t i = 0; i < l->samples; i++) output_of(l, i, l->all_outputs + (begin + i) * OUTPUTS);
    }
}

/* Learn from all minibatches, or until the policy has moved too far, which the first can't tell, or a gradient is not
   finite. */
void pong_pg_ppo_learn(Learner *l)
{
    float d_biases[OUTPUTS];
    for (int64_t batch = 0; batch < l->minibatches; batch++) {
        const int64_t begin = batch ? l->minibatch_ends[batch - 1] : 0;
        double *terms = l->terms + batch * TERMS;
        l->samples = l->minibatch_ends[batch] - begin;
        for (int64_t i = 0; i < l->samples; i++) {
            const int64_t sample = l->order[begin + i];
            l->chosen[i] = sample + sample / l->rollout_steps;
        }
        find_inputs(l);
        compute(l, COMBINE);
        compute(l, FORWARD);
        find_loss(l, l->order + begin, terms);
        if (batch && terms[4] > l->target_kl) break;
        compute(l, BACKWARD);
        l->norm = terms[5] = find_norm(l, d_biases);
        compute(l, MOVE);
        adam(l->biases, d_biases, 0, OUTPUTS, next_step(l));
        l->steps++;
        l->done++;
        if (!isfinite(l->norm)) break;
    }
    for (int32_t row = 0; row < ROWS; row++) l->rows[row] = row;
    l->rows_in_use = ROWS;
    compute(l, COMBINE);
}
