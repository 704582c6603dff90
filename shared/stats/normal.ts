import { normalTail } from './student-t.ts'

/** The x that a standard normal exceeds with probability `tail`, 0 < tail < 1, by Newton's method. */
export function normalQuantile(tail: number): number {
  if (tail > 0.5) return -normalQuantile(1 - tail)
  let x = tail === 0.5 ? 0 : Math.sqrt(Math.max(0, -2 * Math.log(2 * tail)))
  for (let step = 0; step < 100; step++) {
    const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
    const change = (normalTail(x) - tail) / density
    x = Math.max(0, x + change)
    if (Math.abs(change) < 1e-14 * Math.max(1, x)) break
  }
  return x
}
