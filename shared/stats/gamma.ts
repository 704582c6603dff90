import type { RandomStream } from './random.ts'

/** Up to this count a product of uniforms is cheaper than a rejection. */
const FEW = 8

/**
 * Gamma(count, 1) for a whole count ≥ 0: the sum of `count` independent Exp(1) weights in one draw.
 * Few: the logarithm of a product of uniforms. Many: Marsaglia & Tsang (2000).
 */
export function gamma(stream: RandomStream, count: number): number {
  if (count === 0) return 0
  if (count <= FEW) {
    let product = 1
    for (let draw = 0; draw < count; draw++) product *= stream.uniform()
    return -Math.log(product)
  }
  const d = count - 1 / 3
  const c = 1 / Math.sqrt(9 * d)
  for (;;) {
    const x = normal(stream)
    const v = (1 + c * x) ** 3
    if (v <= 0) continue
    if (Math.log(stream.uniform()) < (x * x) / 2 + d * (1 - v + Math.log(v))) return d * v
  }
}

/** Standard normal by the polar method (Marsaglia & Bray 1964). */
function normal(stream: RandomStream): number {
  for (;;) {
    const x = 2 * stream.uniform() - 1
    const y = 2 * stream.uniform() - 1
    const square = x * x + y * y
    if (square < 1) return x * Math.sqrt((-2 * Math.log(square)) / square)
  }
}
