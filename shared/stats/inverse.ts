import type { Information } from './information.ts'

/** The full matrix H⁺, n × n, row-major. Computing it takes n solutions, which pays off if thousands follow. */
export function invert(fisher: Information, n: number): Float64Array {
  const inverse = new Float64Array(n * n)
  const contrast = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    contrast.fill(-1 / n)
    contrast[i] += 1
    fisher.solve(contrast, inverse.subarray(i * n, (i + 1) * n))
  }
  return inverse
}

/** Solves with an inverse from `invert`: one product. */
export function product(inverse: Float64Array, n: number): Pick<Information, 'solve'> {
  return { solve: (b, x) => multiply(inverse, n, b, x) }
}

/** x = A b for a symmetric A, reading four rows at a time as columns. */
function multiply(matrix: Float64Array, n: number, b: Float64Array, x: Float64Array): void {
  x.fill(0)
  let row = 0
  for (; row + 3 < n; row += 4) {
    const [b0, b1, b2, b3] = [b[row], b[row + 1], b[row + 2], b[row + 3]]
    const at0 = row * n
    const at1 = at0 + n
    const at2 = at1 + n
    const at3 = at2 + n
    for (let i = 0; i < n; i++)
      x[i] += b0 * matrix[at0 + i] + b1 * matrix[at1 + i] + (b2 * matrix[at2 + i] + b3 * matrix[at3 + i])
  }
  for (; row < n; row++) for (let i = 0; i < n; i++) x[i] += b[row] * matrix[row * n + i]
}
