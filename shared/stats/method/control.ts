import { fit, type Fit } from '../fit/bradley-terry.ts'
import { information, invert } from '../fit/information.ts'
import { chances } from '../fit/likelihood.ts'
import { pointsOf, type Ballots } from './ballots.ts'
import { placeOf } from './judged-battles.ts'
import type { WeightedFit } from './weights.ts'

/** A fit of votes whose scores judges correct, and the corrected votes. */
export interface Corrected {
  ballots: Ballots
  fit: WeightedFit
  /** λ: the weight of the judges, 0 … 1. 0: they add nothing, and all is as without them. */
  power: number
}

/** How often λ is halved if it leaves no maximum. Then it is 0. */
const HALVINGS = 6
/** Odds of 5 · 10⁸ in the votes of a pair: strengths that diverge, since the likelihood hardly rises any more. */
const FARTHEST = 20

/**
 * Corrects the fit of people's votes by judges (prediction-powered inference, Angelopoulos, Duchi & Zrnic 2023; a control variate).
 * Each vote has the score y − λ g, g being what the judges say of its battle beyond their mean over all battles of the pair: a judge
 * may err as it likes, if people voted on a random part of what it judged. That mean has an error too, which the battles' units
 * have (`Ballots.beside`). λ minimises the trace of the strengths' covariance over these units. Votes keep their weights.
 */
export function correctedByJudges(ballots: Ballots, plain: WeightedFit): Corrected {
  const unchanged = { ballots, fit: plain, power: 0 }
  if (!ballots.judged || ballots.kinds.length === 0 || !plain.converged || plain.penalised) return unchanged
  const control = controlOf(ballots, ballots.judged, plain.weight)
  let power = powerOf(ballots, plain, control)
  for (let halving = 0; halving < HALVINGS && power > 0; halving++, power /= 2) {
    const corrected: Ballots = {
      ...ballots,
      score: ballots.score.map((own, vote) => own - power * control.ofVotes[vote]),
      beside: { ...control.beside, pull: control.beside.pull.map((own) => power * own) },
    }
    const fitted = fitCorrected(corrected, plain)
    if (fitted) return { ballots: corrected, fit: { ...plain, ...fitted }, power }
  }
  return unchanged
}

function fitCorrected(ballots: Ballots, { weight, theta }: WeightedFit): Fit | null {
  const largest = weight.reduce((most, own) => Math.max(most, own), 0)
  const points = pointsOf(
    ballots,
    weight.map((own) => own / largest),
  )
  const fitted = fit(points, theta)
  const isFinite = points.first.every(
    (i, pair) => Math.abs(fitted.theta[i] - fitted.theta[points.second[pair]]) < FARTHEST,
  )
  return fitted.converged && isFinite ? fitted : null
}

interface Control {
  /** g of each vote. */
  ofVotes: Float64Array
  /** What battles pull, for λ = 1. */
  beside: NonNullable<Ballots['beside']>
}

function controlOf(
  ballots: Ballots,
  { battles, prompt, unitOf }: NonNullable<Ballots['judged']>,
  weight: Float64Array,
): Control {
  const { judges, start, unit, score, share } = battles
  const mean = Float64Array.from(share, (_, at) => {
    const own = score.subarray(start[at], start[at + 1])
    return own.length > 0 ? own.reduce((sum, value) => sum + value, 0) / own.length : 0
  })
  const ofVotes = new Float64Array(ballots.pair.length)
  const weighs = new Float64Array(share.length)
  ballots.pair.forEach((pair, vote) => {
    for (let at = pair * judges; at < (pair + 1) * judges; at++) {
      const place = share[at] > 0 ? placeOf(unit, start[at], start[at + 1], prompt[vote]) : -1
      if (place < 0) continue
      ofVotes[vote] += share[at] * (score[place] - mean[at])
      weighs[at] += weight[vote]
    }
  })
  // what several judges said of one battle is one pull
  const pulls = new Map<number, number>()
  const prompts = unitOf.length
  for (let at = 0; at < share.length; at++)
    for (let place = start[at]; place < start[at + 1]; place++) {
      const battle = Math.floor(at / judges) * prompts + unit[place]
      const own = (share[at] * weighs[at] * (score[place] - mean[at])) / (start[at + 1] - start[at])
      pulls.set(battle, (pulls.get(battle) ?? 0) + own)
    }
  return {
    ofVotes,
    beside: {
      unit: Int32Array.from(pulls.keys(), (battle) => unitOf[battle % prompts]),
      pair: Int32Array.from(pulls.keys(), (battle) => Math.floor(battle / prompts)),
      pull: Float64Array.from(pulls.values()),
    },
  }
}

/**
 * The λ within 0 … 1 that minimises Σ_u |G (a_u + λ b_u)|², with a_u the score of a unit's votes, b_u its correction and G = H⁺
 * (PPI++, section 6, plug-in).
 */
function powerOf(ballots: Ballots, { theta, weight }: WeightedFit, { ofVotes, beside }: Control): number {
  const { contestants: n, first, second, pair, score, kinds } = ballots
  const inverse = invert(information(pointsOf(ballots, weight), theta), n)
  const chance = chances(ballots, theta)
  const [a, b] = [new Map<number, Float64Array>(), new Map<number, Float64Array>()]
  const add = (to: Map<number, Float64Array>, unit: number, at: number, value: number) => {
    const sum = to.get(unit) ?? new Float64Array(n)
    to.set(unit, sum)
    sum[first[at]] += value
    sum[second[at]] -= value
  }
  const unitOf = ballots.unitOf[0]
  for (const vote of kinds[0].votes) {
    add(a, unitOf[vote], pair[vote], weight[vote] * (score[vote] - chance[pair[vote]]))
    add(b, unitOf[vote], pair[vote], -weight[vote] * ofVotes[vote])
  }
  beside.unit.forEach((unit, at) => add(b, unit, beside.pair[at], beside.pull[at]))
  let [cross, square] = [0, 0]
  for (const [unit, correction] of b) {
    const moved = applied(inverse, correction)
    for (const value of moved) square += value * value
    const votes = a.get(unit)
    if (votes) applied(inverse, votes).forEach((value, i) => (cross += value * moved[i]))
  }
  return square > 0 ? Math.max(0, Math.min(1, -cross / square)) : 0
}

function applied(matrix: Float64Array, vector: Float64Array): Float64Array {
  const n = vector.length
  return vector.map((_, i) => vector.reduce((sum, value, k) => sum + value * matrix[i * n + k], 0))
}
