const HALVINGS = 50

/**
 * Moves `at` along `step` until the log-likelihood has risen enough (Armijo's rule: at least 1e-4 of what the slope
 * promises, except for rounding), halving the step until it has. One evaluation for each halving.
 * @returns the share of the step that was taken; 0, with `at` unchanged, if none was enough
 */
export function climb(
  likelihoodOf: (at: Float64Array) => number,
  parameters: Float64Array,
  slope: Float64Array,
  step: Float64Array,
): number {
  const before = likelihoodOf(parameters)
  const rounding = 1e-12 * Math.abs(before)
  const rise = slope.reduce((total, value, i) => total + value * step[i], 0)
  const from = parameters.slice()
  for (let halving = 0, share = 1; halving < HALVINGS; halving++, share /= 2) {
    for (let i = 0; i < parameters.length; i++) parameters[i] = from[i] + share * step[i]
    if (likelihoodOf(parameters) >= before + 1e-4 * share * rise - rounding) return share
  }
  parameters.set(from)
  return 0
}
