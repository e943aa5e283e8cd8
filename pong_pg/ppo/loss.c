/* The loss of PPO over a minibatch, and its gradient with respect to the network's outputs: the bits of loss.py. */

#include <math.h>

#include "ppo.h"

/* The sum of n numbers as NumPy adds them up: eight partial sums of up to 128, and halves of what is longer. */
static double sum_of(const double *x, int64_t n)
{
    if (n > 128) {
        int64_t half = n / 2;
        half -= half % 8;
        return sum_of(x, half) + sum_of(x + half, n - half);
    }
    double total = 0;
    int64_t i = 0;
    if (n >= 8) {
        double s[8];
        for (; i < 8; i++)
            s[i] = x[i];
        for (; i < n - n % 8; i += 8)
            for (int k = 0; k < 8; k++)
                s[k] += x[i + k];
        total = ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
    }
    for (; i < n; i++)
        total += x[i];
    return total;
}

/* NumPy starts from 0, so that no sum is -0. */
static double mean_of(const double *x, int64_t n) { return (0.0 + sum_of(x, n)) / (double)n; }

/* NumPy's minimum and maximum: NaN where either is. */
static double least(double x, double y) { return x <= y || isnan(x) ? x : y; }

static double greatest(double x, double y) { return x >= y || isnan(x) ? x : y; }

/* See `loss.objective`. `advantages` are standardised already; `terms` are policy, value, entropy, the number of samples
   that move, and kl. `scratch` has room for four numbers of each sample. */
void pong_pg_ppo_objective(const float *outputs, int64_t samples, int64_t actions, const int64_t *chosen,
                           const double *log_probabilities, const double *advantages, const double *returns,
                           double clip, double value_coef, double entropy_coef, double largest_log_ratio,
                           void *exp_address, void *log_address, double *d_outputs,
                           double *terms, double *scratch)
{
    const Function exponential = (Function)exp_address, logarithm = (Function)log_address;
    double *surrogates = scratch, *losses = scratch + samples, *entropies = scratch + 2 * samples;
    double *divergences = scratch + 3 * samples;
    int64_t moving = 0;
    for (int64_t n = 0; n < samples; n++) {
        const float *output = outputs + n * (actions + 1);
        double *d_output = d_outputs + n * (actions + 1);
        const double advantage = advantages[n], value = output[actions];
        double logs[MOST_ACTIONS], probabilities[MOST_ACTIONS], largest = output[0], total, sum, ratio, log_ratio;
        double pull, entropy, odds, slope;
        int64_t moves;
        for (int64_t k = 1; k < actions; k++)
            largest = greatest(largest, output[k]);
        for (int64_t k = 0; k < actions; k++) {
            logs[k] = output[k] - largest;
            probabilities[k] = exponential(logs[k]);
        }
        total = probabilities[0];
        for (int64_t k = 1; k < actions; k++)
            total += probabilities[k];
        sum = logarithm(total);
        for (int64_t k = 0; k < actions; k++) {
            logs[k] -= sum;
            probabilities[k] /= total;
        }
        log_ratio = logs[chosen[n]] - log_probabilities[n];
        ratio = exponential(least(log_ratio, largest_log_ratio));
        surrogates[n] = least(ratio * advantage, least(greatest(ratio, 1 - clip), 1 + clip) * advantage);
        moves = advantage >= 0 ? ratio <= 1 + clip : ratio >= 1 - clip;
        moving += moves;
        entropy = probabilities[0] * logs[0];
        for (int64_t k = 1; k < actions; k++)
            entropy += probabilities[k] * logs[k];
        entropies[n] = entropy = -entropy;
        divergences[n] = ratio - 1 - log_ratio;
        odds = exponential(-fabs(value));
        losses[n] = greatest(value, 0) + logarithm(1 + odds) - (1 + returns[n]) / 2 * value;
        slope = (copysign((1 - odds) / (1 + odds), value) - returns[n]) / 2;
        pull = moves ? ratio * advantage : 0.0;
        for (int64_t k = 0; k < actions; k++)
            d_output[k] = probabilities[k] * (pull + entropy_coef * (logs[k] + entropy));
        d_output[chosen[n]] -= pull;
        d_output[actions] = value_coef * slope;
        for (int64_t k = 0; k <= actions; k++)
            d_output[k] /= (double)samples;
    }
    terms[0] = -mean_of(surrogates, samples);
    terms[1] = mean_of(losses, samples);
    terms[2] = mean_of(entropies, samples);
    terms[3] = (double)moving;
    terms[4] = mean_of(divergences, samples);
}
