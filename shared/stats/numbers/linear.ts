/**
 * Replaces the lower triangle of a symmetric n × n matrix (row-major) by its Cholesky factor L, A = L Lᵀ. Returns
 * false, with the matrix overwritten, if a pivot is not positive.
 */
export function factorise(matrix: Float64Array, n: number): boolean {
  for (let i = 0; i < n; i++) {
    const row = i * n
    for (let j = 0; j <= i; j++) {
      const secondRow = j * n
      let even = 0
      let odd = 0
      let k = 0
      for (; k + 1 < j; k += 2) {
        even += matrix[row + k] * matrix[secondRow + k]
        odd += matrix[row + k + 1] * matrix[secondRow + k + 1]
      }
      if (k < j) even += matrix[row + k] * matrix[secondRow + k]
      const residual = matrix[row + j] - (even + odd)
      if (j < i) {
        matrix[row + j] = residual / matrix[secondRow + j]
      } else {
        if (!(residual > 0)) return false
        matrix[row + i] = Math.sqrt(residual)
      }
    }
  }
  return true
}

/** Solves L Lᵀ x = b for a factor from `factorise`; `x` may be `b` itself. */
export function solveFactored(factor: Float64Array, n: number, b: Float64Array, x: Float64Array): void {
  for (let i = 0; i < n; i++) {
    let residual = b[i]
    const row = i * n
    for (let j = 0; j < i; j++) residual -= factor[row + j] * x[j]
    x[i] = residual / factor[row + i]
  }
  for (let i = n - 1; i >= 0; i--) {
    const row = i * n
    const value = (x[i] /= factor[row + i])
    for (let j = 0; j < i; j++) x[j] -= factor[row + j] * value
  }
}

/**
 * Solves A x = b for a symmetric positive semidefinite A, given by its product and its diagonal, by conjugate
 * gradients with the diagonal as preconditioner (Hestenes & Stiefel 1952). If A is singular, b must lie in its
 * range. Returns true once the residual is `tolerance` times that of x = 0. Returns false if that takes more than
 * `limit` products; x is then the nearest one found.
 */
export function conjugateGradient(
  multiply: (x: Float64Array, out: Float64Array) => void,
  diagonal: Float64Array,
  b: Float64Array,
  x: Float64Array,
  tolerance: number,
  limit: number,
): boolean {
  const residual = b.slice()
  const direction = b.map((value, i) => value / diagonal[i])
  const scaled = direction.slice()
  const product = new Float64Array(b.length)
  x.fill(0)
  let size = dot(residual, scaled)
  const enough = size * tolerance * tolerance
  for (let step = 0; size > enough; step++) {
    if (step === limit) return false
    multiply(direction, product)
    const curvature = dot(direction, product)
    if (!(curvature > 0)) return false
    const length = size / curvature
    for (let i = 0; i < x.length; i++) {
      x[i] += length * direction[i]
      residual[i] -= length * product[i]
      scaled[i] = residual[i] / diagonal[i]
    }
    const previous = size
    size = dot(residual, scaled)
    const share = size / previous
    for (let i = 0; i < x.length; i++) direction[i] = scaled[i] + share * direction[i]
  }
  return true
}

/** Σ a_i b_i. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}

const HALVINGS = 50

/**
 * Moves `at` along `step` until the log-likelihood has risen enough (Armijo's rule: at least 1e-4 of what the slope
 * promises, except for rounding), halving the step until it has. One evaluation for each halving.
 * @returns the share of the step that was taken; 0, with `at` unchanged, if none was enough
 */
export function lineSearch(
  logLikelihood: (parameters: Float64Array) => number,
  parameters: Float64Array,
  slope: Float64Array,
  step: Float64Array,
): number {
  const before = logLikelihood(parameters)
  const rounding = 1e-12 * Math.abs(before)
  const rise = slope.reduce((total, value, i) => total + value * step[i], 0)
  const from = parameters.slice()
  for (let halving = 0, share = 1; halving < HALVINGS; halving++, share /= 2) {
    for (let i = 0; i < parameters.length; i++) parameters[i] = from[i] + share * step[i]
    if (logLikelihood(parameters) >= before + 1e-4 * share * rise - rounding) return share
  }
  parameters.set(from)
  return 0
}
