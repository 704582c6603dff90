import type { JudgedBattles } from './judged-battles.ts'
import type { PairPoints } from './points.ts'
import { corrected, firstFit, weightOf } from './power.ts'
import type { Power } from './power.ts'
import { emptyLike } from './refit.ts'
import type { Refit, RefitRound } from './refit.ts'
import type { DrawSource } from './resampling.ts'
import { LANES, unitDraws } from './unit-draws.ts'

/**
 * Makes the function that draws a round of people's votes and of what judges said, corrects the one by the other, and
 * fits it. A unit has one Exp(1) weight in both; λ is found anew from the weighted units, so that what it owes to chance
 * shows in the spread.
 */
export function poweredRefit(
  { votes, pairOf }: DrawSource,
  { judged, terms }: Power,
  points: PairPoints,
  refit: Refit,
): RefitRound {
  if (votes.by !== 'unit') throw new RangeError('judges lend no power to votes that are resampled one by one')
  const drawn = emptyLike(points)
  const attempt = emptyLike(points)
  const pairs = points.first.length
  const sums = new Float64Array(LANES * pairs)
  const lambdas = new Float64Array(LANES)
  let base = 0
  const draw = unitDraws({ ...votes.cells, units: judged.units }, pairOf, (weights, first) => {
    base = first
    addUp(judged, pairOf, weights, sums)
    for (let lane = 0; lane < LANES; lane++)
      lambdas[lane] = weightOf(terms, (unit) => weights[LANES * unit + lane])
  })
  const correction = new Float64Array(pairs)
  return (seed, round) => {
    draw(seed, round, drawn)
    const lane = round - base
    for (let pair = 0; pair < pairs; pair++) correction[pair] = sums[LANES * pair + lane]
    const { found } = firstFit(drawn, lambdas[lane], (weight) =>
      refit(corrected(drawn, correction, weight, attempt)),
    )
    return found.theta
  }
}

/** c of each chosen pair in all lanes: (n^L / N) · JA − JL of weighted sums. */
function addUp(
  { start, unit, score, labels }: JudgedBattles,
  pairOf: Int32Array,
  weights: Float64Array,
  sums: Float64Array,
): void {
  const totals = [0, 1, 2, 3].map(() => new Float64Array(LANES))
  const [all, opinion, votes, onVotes] = totals
  for (let pair = 0; pair < pairOf.length; pair++) {
    const chosen = pairOf[pair]
    if (chosen < 0) continue
    for (const total of totals) total.fill(0)
    for (let at = start[pair]; at < start[pair + 1]; at++) {
      const from = LANES * unit[at]
      const [f, h] = [score[at], labels[at]]
      for (let lane = 0; lane < LANES; lane++) {
        const weight = weights[from + lane]
        all[lane] += weight
        opinion[lane] += f * weight
        votes[lane] += h * weight
        onVotes[lane] += f * (h * weight)
      }
    }
    for (let lane = 0; lane < LANES; lane++)
      sums[LANES * chosen + lane] =
        all[lane] > 0 ? (votes[lane] / all[lane]) * opinion[lane] - onVotes[lane] : 0
  }
}
