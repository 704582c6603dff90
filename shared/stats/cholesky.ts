/**
 * Replaces the lower triangle of a symmetric n × n matrix (row-major) by its Cholesky factor L, A = L Lᵀ. Returns
 * false, with the matrix overwritten, if a pivot is not positive.
 */
export function factorise(matrix: Float64Array, n: number): boolean {
  for (let i = 0; i < n; i++) {
    const row = i * n
    for (let j = 0; j <= i; j++) {
      const otherRow = j * n
      let even = 0
      let odd = 0
      let k = 0
      for (; k + 1 < j; k += 2) {
        even += matrix[row + k] * matrix[otherRow + k]
        odd += matrix[row + k + 1] * matrix[otherRow + k + 1]
      }
      if (k < j) even += matrix[row + k] * matrix[otherRow + k]
      const rest = matrix[row + j] - (even + odd)
      if (j < i) {
        matrix[row + j] = rest / matrix[otherRow + j]
      } else {
        if (!(rest > 0)) return false
        matrix[row + i] = Math.sqrt(rest)
      }
    }
  }
  return true
}

/** Solves L Lᵀ x = b for a factor from `factorise`; `x` may be `b` itself. */
export function solveFactored(factor: Float64Array, n: number, b: Float64Array, x: Float64Array): void {
  for (let i = 0; i < n; i++) {
    let rest = b[i]
    const row = i * n
    for (let j = 0; j < i; j++) rest -= factor[row + j] * x[j]
    x[i] = rest / factor[row + i]
  }
  for (let i = n - 1; i >= 0; i--) {
    const row = i * n
    const value = (x[i] /= factor[row + i])
    for (let j = 0; j < i; j++) x[j] -= factor[row + j] * value
  }
}
