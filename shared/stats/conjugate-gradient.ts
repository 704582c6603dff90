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
