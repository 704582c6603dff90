/** Beyond this the normal tail (1e-149) does not matter, and the square of its t would overflow. */
const FARTHEST = 26
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/** P(Z > x) of the standard normal for x ≥ 0, to full relative precision. */
export function normalTail(x: number): number {
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
  if (x > 3) return density / tailFraction(x)
  let term = x
  let sum = x
  for (let odd = 3; Math.abs(term) > 1e-17 * sum; odd += 2) sum += term *= (x * x) / odd
  return 0.5 - density * sum
}

/** The density over the tail at x > 3, as a continued fraction. */
function tailFraction(x: number): number {
  let fraction = x
  for (let k = 120; k >= 1; k--) fraction = x + k / fraction
  return fraction
}

/** Beyond this the normal tail is too small for a number, and its logarithm is computed without it. */
const SMALLEST_TAIL_AT = 37

/** ln (2 P(Z > x)) of the standard normal for x ≥ 0, however far out. */
export function logTwoTails(x: number): number {
  if (x <= SMALLEST_TAIL_AT) return Math.log(2 * normalTail(x))
  return (-x * x) / 2 + Math.log(2 / Math.PI) / 2 - Math.log(tailFraction(x))
}

/** ln P(T > t) of Student's t with `df` > 0 degrees of freedom, for t ≥ 0: exact far out in the tail too. */
export function logStudentTail(t: number, df: number): number {
  const x = df / (df + t * t)
  const y = (t * t) / (df + t * t)
  const a = df / 2
  const front = logGamma(a + 0.5) - logGamma(a) - logGamma(0.5) + a * logOf(x, y) + 0.5 * logOf(y, x)
  if (x < (a + 1) / (a + 2.5)) return front + Math.log(betaFraction(x, a, 0.5) / a) - Math.LN2
  return Math.log1p(-2 * Math.exp(front) * betaFraction(y, 0.5, a)) - Math.LN2
}

/**
 * The t whose upper tail equals the normal's beyond x ≥ 0: P(T > t) = P(Z > x), by Newton's method in ln t. x above
 * 26 counts as 26.
 */
export function studentQuantile(x: number, df: number): number {
  if (x === 0) return 0
  const logTail = Math.log(normalTail(Math.min(x, FARTHEST)))
  const level = logGamma((df + 1) / 2) - logGamma(df / 2) - Math.log(df * Math.PI) / 2
  let u = Math.log(Math.min(x, FARTHEST))
  for (let step = 0; step < 300; step++) {
    const t = Math.exp(u)
    const tail = logStudentTail(t, df)
    const density = level - ((df + 1) / 2) * Math.log1p((t * t) / df)
    const change = (tail - logTail) * Math.exp(tail - density - u)
    u += Math.max(-3, Math.min(3, change))
    if (Math.abs(change) < 1e-13) break
  }
  return Math.exp(u)
}

/** ln x, where x = 1 − rest may be so near 1 that only `rest` has precise digits. */
function logOf(x: number, rest: number): number {
  return x > 0.5 ? Math.log1p(-rest) : Math.log(x)
}

/** The continued fraction of the incomplete beta function (DLMF 8.17.22) by Lentz's method. */
function betaFraction(x: number, a: number, b: number): number {
  const tiny = 1e-300
  let c = 1
  let d = 1 / (1 - ((a + b) * x) / (a + 1) || tiny)
  let fraction = d
  for (let m = 1; m < 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / (1 + even * d || tiny)
    c = 1 + even / c || tiny
    fraction *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / (1 + odd * d || tiny)
    c = 1 + odd / c || tiny
    fraction *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return fraction
}

/** ln Γ(x) for x > 0 by the Lanczos approximation (g = 7, nine terms). */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const shifted = x - 1
  let series = LANCZOS[0]
  for (let i = 1; i < LANCZOS.length; i++) series += LANCZOS[i] / (shifted + i)
  const base = shifted + 7.5
  return Math.log(2 * Math.PI) / 2 + (shifted + 0.5) * Math.log(base) - base + Math.log(series)
}
