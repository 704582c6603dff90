import { logSum } from './cast-votes.ts'

/** The grid of tastes, in logits. */
const STEP = 0.25
const MOST = 6
export const TASTES = Float64Array.from({ length: 2 * (MOST / STEP) + 1 }, (_, i) => i * STEP - MOST)
/** The share of voters with strong tastes, and the least standard deviation of those, in logits. */
const STRONG_SHARE = 0.01
const STRONG_SPREAD = 1
/** The shifts by which an attack is recognised: its side wins 92 and 99 % against an equal. */
const ATTACK = [2.5, 5].map((shift) => Math.round((shift + MOST) / STEP))
const MIRROR = TASTES.length - 1

/** ln σ(x), exact at both ends. */
export const logSigmoid = (x: number) => (x > 0 ? -Math.log1p(Math.exp(-x)) : x - Math.log1p(Math.exp(x)))

/** The ln chance of one decided vote with these ln odds, by taste, written into `chances`. */
export function chancesOf(odds: number, saidYes: boolean, chances: Float64Array): void {
  for (let at = 0; at < chances.length; at++) {
    const x = odds + TASTES[at]
    chances[at] = logSigmoid(saidYes ? x : -x)
  }
}

export function add(sums: Float64Array, chances: Float64Array): void {
  for (let at = 0; at < sums.length; at++) sums[at] += chances[at]
}

/** Adds the chances of a vote for the other side of its pair: they are those for the opposite taste. */
export function addMirrored(sums: Float64Array, chances: Float64Array): void {
  for (let at = 0; at < sums.length; at++) sums[at] += chances[MIRROR - at]
}

/** ln weights of tastes with this standard deviation, a few of them strong. */
export function tasteWeights(spread: number): Float64Array {
  const usual = normalWeights(Math.max(spread, STEP))
  const strong = normalWeights(Math.max(2 * spread, STRONG_SPREAD))
  return usual.map((weight, at) =>
    Math.log((1 - STRONG_SHARE) * weight + STRONG_SHARE * strong[at] + Number.MIN_VALUE),
  )
}

/** ln weights of habits with this standard deviation, none of them strong. */
export const habitWeights = (spread: number) =>
  normalWeights(spread).map((weight) => Math.log(weight + Number.MIN_VALUE))

function normalWeights(spread: number): Float64Array {
  const weights = TASTES.map((taste) => Math.exp(-((taste / spread) ** 2) / 2))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / total)
}

const buffer = new Float64Array(TASTES.length)

/** ln chance of the votes behind `sums` for a voter of unknown taste. */
export function honestChance(sums: Float64Array, weights: Float64Array): number {
  for (let at = 0; at < buffer.length; at++) buffer[at] = sums[at] + weights[at]
  return logSum(buffer)
}

/** ln chance of the same votes for an attack in this direction. */
export function attackChance(sums: Float64Array, direction: 1 | -1): number {
  return logSum(ATTACK.map((at) => sums[direction > 0 ? at : MIRROR - at])) - Math.log(ATTACK.length)
}
