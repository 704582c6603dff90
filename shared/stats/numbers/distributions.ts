/** The x that a standard normal exceeds with probability `tail`, 0 < tail < 1, by Newton's method. */
export function normalQuantile(tail: number): number {
  if (tail > 0.5) return -normalQuantile(1 - tail)
  let x = tail === 0.5 ? 0 : Math.sqrt(Math.max(0, -2 * Math.log(2 * tail)))
  for (let step = 0; step < 100; step++) {
    const change = (normalTail(x) - tail) / densityAt(x)
    x = Math.max(0, x + change)
    if (Math.abs(change) < 1e-14 * Math.max(1, x)) break
  }
  return x
}

/** Beyond this the normal tail (1e-149) does not matter, and the square of its t would overflow. */
const FARTHEST = 26
/** The square of a larger t would overflow, where degrees of freedom are less than one. */
const LARGEST_LOG_T = 340
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

const densityAt = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)

/** P(Z > x) of the standard normal for x ≥ 0, to full relative precision. */
export function normalTail(x: number): number {
  const density = densityAt(x)
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

/** ln (2 P(Z > x)) of the standard normal for x ≥ 0, however far out, and the density over the tail. */
function tailsAt(x: number): { log: number; hazard: number } {
  const density = densityAt(x)
  if (x <= 3) {
    const tail = normalTail(x)
    return { log: Math.log(2 * tail), hazard: density / tail }
  }
  const fraction = tailFraction(x)
  const log =
    x <= SMALLEST_TAIL_AT
      ? Math.log(2 * (density / fraction))
      : (-x * x) / 2 + Math.log(2 / Math.PI) / 2 - Math.log(fraction)
  return { log, hazard: fraction }
}

/** The x ≥ 0 beyond which, on both sides, a standard normal has a probability of e^log. */
export function normalOfTails(log: number): number {
  let x = Math.sqrt(Math.max(0, -2 * log))
  for (let step = 0; step < 100; step++) {
    const { log: tails, hazard } = tailsAt(x)
    const change = (tails - log) / hazard
    x = Math.max(0, x + change)
    if (Math.abs(change) < 1e-12 * Math.max(1, x)) break
  }
  return x
}

/** ln P(T > t) of Student's t with `df` > 0 degrees of freedom, for t ≥ 0: exact far out in the tail too. */
export const logStudentTail = (t: number, df: number): number => studentTail(t, df, logGammaRatio(df))

/**
 * ln Γ((df + 1) / 2) − ln Γ(df / 2). The two nearly cancel for many degrees of freedom, so these take the asymptotic series
 * (DLMF 5.11.13), whose next term is below 1e-21.
 */
const logGammaRatio = (df: number): number =>
  df > 1e4
    ? Math.log(df / 2) / 2 - 1 / (4 * df) + 1 / (24 * df ** 3)
    : logGamma((df + 1) / 2) - logGamma(df / 2)

const LOG_GAMMA_HALF = logGamma(0.5)

function studentTail(t: number, df: number, gammas: number): number {
  const x = df / (df + t * t)
  const y = (t * t) / (df + t * t)
  const a = df / 2
  const front = gammas - LOG_GAMMA_HALF + a * preciseLog(x, y) + 0.5 * preciseLog(y, x)
  if (x < (a + 1) / (a + 2.5)) return front + Math.log(betaFraction(x, a, 0.5) / a) - Math.LN2
  return Math.log1p(-2 * Math.exp(front) * betaFraction(y, 0.5, a)) - Math.LN2
}

/**
 * The t whose upper tail equals the normal's beyond x ≥ 0: P(T > t) = P(Z > x), by Newton's method in ln t. x above
 * 26 counts as 26, and t is at most e³⁴⁰.
 */
export function studentQuantile(x: number, df: number): number {
  if (x === 0) return 0
  // Cornish and Fisher's expansion (Abramowitz and Stegun 26.7.5): the tail itself loses digits to cancellation here
  if (df > 1e7) return x + (x ** 3 + x) / (4 * df) + (5 * x ** 5 + 16 * x ** 3 + 3 * x) / (96 * df ** 2)
  const logTail = Math.log(normalTail(Math.min(x, FARTHEST)))
  const gammas = logGammaRatio(df)
  const level = gammas - Math.log(df * Math.PI) / 2
  let u = Math.log(Math.min(x, FARTHEST))
  for (let step = 0; step < 300; step++) {
    const t = Math.exp(u)
    const tail = studentTail(t, df, gammas)
    const density = level - ((df + 1) / 2) * Math.log1p((t * t) / df)
    const change = (tail - logTail) * Math.exp(tail - density - u)
    u = Math.min(LARGEST_LOG_T, u + Math.max(-3, Math.min(3, change)))
    if (Math.abs(change) < 1e-13) break
  }
  return Math.exp(u)
}

/** ln x, where x = 1 − complement may be so near 1 that only `complement` has precise digits. */
function preciseLog(x: number, complement: number): number {
  return x > 0.5 ? Math.log1p(-complement) : Math.log(x)
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

/** P(W ≥ wins) of a binomial with `total` trials and chance p, exact except for rounding. Costs O(√total). */
export function binomialTail(wins: number, total: number, p: number): number {
  if (wins <= 0) return 1
  if (wins > total) return 0
  if (p <= 0 || p >= 1) return p >= 1 ? 1 : 0
  return wins > total * p ? upperSum(wins, total, p) : 1 - upperSum(total - wins + 1, total, 1 - p)
}

/** The sum from `wins`, which lies above the mean, upwards. The terms decrease from the first. */
function upperSum(wins: number, total: number, p: number): number {
  const odds = p / (1 - p)
  let term = Math.exp(
    logGamma(total + 1) -
      logGamma(wins + 1) -
      logGamma(total - wins + 1) +
      wins * Math.log(p) +
      (total - wins) * Math.log1p(-p),
  )
  let sum = 0
  for (let count = wins; count <= total && term > 1e-17 * sum; count++) {
    sum += term
    term *= ((total - count) / (count + 1)) * odds
  }
  return sum
}

/**
 * p of the exact two-sided sign test. It is the probability that a fair coin is at least this far from even, and 1
 * without a decisive vote.
 */
export function signTest(wins: number, losses: number): number {
  return Math.min(1, 2 * binomialTail(Math.max(wins, losses), wins + losses, 0.5))
}

/** The exact two-sided 95 % point of the normal distribution. */
const Z_95 = 1.959963984540054

/**
 * Wilson's interval (1927) of a proportion: `wins` of `total` decisive votes. For counts only, never for a rating.
 * Null without decisive votes.
 */
export function wilsonInterval(wins: number, total: number, z = Z_95): [number, number] | null {
  if (!(total > 0)) return null
  const share = wins / total
  const square = (z * z) / total
  const centre = (share + square / 2) / (1 + square)
  const half = (z / (1 + square)) * Math.sqrt((share * (1 - share)) / total + square / (4 * total))
  return [wins === 0 ? 0 : centre - half, wins === total ? 1 : centre + half]
}

/** Tables as likely as the observed one, except for rounding. */
const AS_LIKELY = 1 + 1e-7

/**
 * Fisher's exact test, two-sided: the probability that two samples of one kind divide their wins at least this
 * unevenly (Fisher 1935, "The logic of inductive inference", Journal of the Royal Statistical Society 98). Exact
 * for any number of independent votes. 1 if either sample, the wins or the losses are empty. Costs O(fewer votes).
 */
export function fisherExact(
  sample: { wins: number; losses: number },
  reference: { wins: number; losses: number },
): number {
  const size = sample.wins + sample.losses
  const wins = sample.wins + reference.wins
  const losses = sample.losses + reference.losses
  const observedChance = Math.exp(
    logChoose(wins, sample.wins) + logChoose(losses, sample.losses) - logChoose(wins + losses, size),
  )
  // from the observed table to both ends, each probability from the previous one, relative to the observed one
  let sum = 1
  for (let won = sample.wins, chance = 1; won < Math.min(size, wins); won++) {
    chance *= ((wins - won) * (size - won)) / ((won + 1) * (losses - size + won + 1))
    if (chance <= AS_LIKELY) sum += chance
  }
  for (let won = sample.wins, chance = 1; won > Math.max(0, size - losses); won--) {
    chance *= (won * (losses - size + won)) / ((wins - won + 1) * (size - won + 1))
    if (chance <= AS_LIKELY) sum += chance
  }
  return Math.min(1, observedChance * sum)
}

const logChoose = (n: number, k: number): number => logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1)

/**
 * Holm's corrected p-values, for several tests made at once. Each is p times the number of p-values not smaller, and
 * never below the corrected value before it (Holm 1979, "A simple sequentially rejective multiple test procedure",
 * Scandinavian Journal of Statistics 6). The probability that any is at most alpha by chance is at most alpha,
 * under any dependence. In the given order.
 */
export function holm(p: readonly number[]): number[] {
  const adjusted = p.slice()
  let least = 0
  const rising = p.map((_, i) => i).sort((a, b) => p[a] - p[b])
  rising.forEach((i, rank) => {
    least = Math.max(least, Math.min(1, p[i] * (p.length - rank)))
    adjusted[i] = least
  })
  return adjusted
}

/** The p-quantile of ascending values, linear between order statistics (Hyndman & Fan 1996, type 7). */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const position = p * (sorted.length - 1)
  const below = Math.floor(position)
  const above = Math.min(below + 1, sorted.length - 1)
  return sorted[below] + (position - below) * (sorted[above] - sorted[below])
}
