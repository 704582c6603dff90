import { fit, type Fit } from '../fit/bradley-terry.ts'
import { information, invert } from '../fit/information.ts'
import { chances } from '../fit/likelihood.ts'
import { pointsOf, type Ballots } from './ballots.ts'
import { placeOf } from './judged-battles.ts'
import type { WeightedFit } from './weights.ts'

/** A fit of votes whose scores judges correct, and the corrected votes. */
interface Corrected {
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
  const places = Map.groupBy(beside.unit.keys(), (place) => beside.unit[place])
  const [votes, correction] = [new Score(inverse, n), new Score(inverse, n)]
  let [cross, square] = [0, 0]
  const end = (unit: number) => {
    for (const place of places.get(unit) ?? []) {
      const at = beside.pair[place]
      correction.add(first[at], second[at], beside.pull[place])
    }
    places.delete(unit)
    const [moved, corrected] = [votes.moves(), correction.moves()]
    for (let i = 0; i < n; i++) {
      cross += moved[i] * corrected[i]
      square += corrected[i] ** 2
    }
  }
  const [{ start, votes: ofUnits }] = kinds
  for (let unit = 0; unit + 1 < start.length; unit++) {
    for (let place = start[unit]; place < start[unit + 1]; place++) {
      const vote = ofUnits[place]
      const at = pair[vote]
      votes.add(first[at], second[at], weight[vote] * (score[vote] - chance[at]))
      correction.add(first[at], second[at], -weight[vote] * ofVotes[vote])
    }
    end(ballots.unitOf[0][ofUnits[start[unit]]])
  }
  for (const unit of places.keys()) end(unit)
  return square > 0 ? Math.max(0, Math.min(1, -cross / square)) : 0
}

/** The score of one unit after the other, of few contestants each, and how far it moves strengths. */
class Score {
  readonly #inverse: Float64Array
  readonly #sum: Float64Array
  readonly #moved: Float64Array
  readonly #touched = new Set<number>()

  constructor(inverse: Float64Array, contestants: number) {
    this.#inverse = inverse
    this.#sum = new Float64Array(contestants)
    this.#moved = new Float64Array(contestants)
  }

  add(one: number, other: number, value: number): void {
    this.#sum[one] += value
    this.#sum[other] -= value
    this.#touched.add(one).add(other)
  }

  /** G times the score, which then begins anew. The next call overwrites the result. */
  moves(): Float64Array {
    const n = this.#sum.length
    this.#moved.fill(0)
    for (const one of this.#touched) {
      const own = this.#sum[one]
      // G is symmetric: its row is its column
      for (let i = 0; i < n; i++) this.#moved[i] += own * this.#inverse[one * n + i]
      this.#sum[one] = 0
    }
    this.#touched.clear()
    return this.#moved
  }
}
