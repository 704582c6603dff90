import type { JudgedBattles } from './judged-battles.ts'
import type { PairPoints } from './points.ts'
import { corrected, firstFit, weightOf } from './power.ts'
import type { Power } from './power.ts'
import { emptyLike } from './refit.ts'
import type { Refit, RefitRound } from './refit.ts'
import type { DrawSource } from './draw-source.ts'
import { addCell, LANES, unitDraws } from './unit-draws.ts'

/**
 * Makes the function that draws a round of people's votes and of judges' verdicts, corrects the votes by the
 * verdicts, and fits them. A unit has the same Exp(1) weight in both. λ is computed anew from the weighted units,
 * so that its randomness is part of the spread.
 */
export function poweredRefit(
  { votes, pairOf }: DrawSource,
  { judged, terms }: Power,
  points: PairPoints,
  refit: Refit,
): RefitRound {
  if (votes.by !== 'unit') throw new RangeError('judges lend no power to votes that are resampled one by one')
  const weighted = emptyLike(points)
  const attempt = emptyLike(points)
  const pairs = points.first.length
  const sums = new Float64Array(LANES * pairs)
  const correct = corrector(judged, pairOf, sums)
  const lambdas = new Float64Array(LANES)
  let base = 0
  const draw = unitDraws({ ...votes.cells, units: judged.units }, pairOf, (weights, first) => {
    base = first
    correct(weights)
    for (let lane = 0; lane < LANES; lane++)
      lambdas[lane] = weightOf(terms, (unit) => weights[LANES * unit + lane])
  })
  const correction = new Float64Array(pairs)
  return (seed, round) => {
    draw(seed, round, weighted)
    const lane = round - base
    for (let pair = 0; pair < pairs; pair++) correction[pair] = sums[LANES * pair + lane]
    const { fitted } = firstFit(weighted, lambdas[lane], (weight) =>
      refit(corrected(weighted, correction, weight, attempt)),
    )
    return fitted.theta
  }
}

/**
 * Makes the function that fills in c of each chosen pair in all lanes: (n^L / N) · JA − JL of weighted sums, by
 * shares.
 */
function corrector(
  judged: JudgedBattles,
  pairOf: Int32Array,
  sums: Float64Array,
): (weights: Float64Array) => void {
  const { judges, start, unit, score, share } = judged
  const ones = new Float64Array(unit.length).fill(1)
  const onVotes = labelledOf(judged)
  const [all, opinion, votes, votesOpinion] = [0, 1, 2, 3].map(() => new Float64Array(LANES))
  return (weights) => {
    sums.fill(0)
    for (let pairJudge = 0; pairJudge < share.length; pairJudge++) {
      const chosen = pairOf[Math.floor(pairJudge / judges)]
      if (chosen < 0 || share[pairJudge] === 0) continue
      const [from, to] = [start[pairJudge], start[pairJudge + 1]]
      addCell(unit, ones, from, to, weights, all)
      addCell(unit, score, from, to, weights, opinion)
      const [first, end] = [onVotes.start[pairJudge], onVotes.start[pairJudge + 1]]
      addCell(onVotes.unit, onVotes.labels, first, end, weights, votes)
      addCell(onVotes.unit, onVotes.opinion, first, end, weights, votesOpinion)
      for (let lane = 0; lane < LANES; lane++)
        if (all[lane] > 0)
          sums[LANES * chosen + lane] +=
            share[pairJudge] * ((votes[lane] / all[lane]) * opinion[lane] - votesOpinion[lane])
    }
  }
}

/** The battles with votes of people, usually few, and f times the number of these votes. */
function labelledOf({ start, unit, score, labels }: JudgedBattles) {
  const labelledBattles = Int32Array.from(labels.keys()).filter((at) => labels[at] > 0)
  const starts = new Int32Array(start.length)
  for (let pairJudge = 0, at = 0; pairJudge < start.length; pairJudge++) {
    while (at < labelledBattles.length && labelledBattles[at] < start[pairJudge]) at++
    starts[pairJudge] = at
  }
  return {
    start: starts,
    unit: labelledBattles.map((at) => unit[at]),
    labels: Float64Array.from(labelledBattles, (at) => labels[at]),
    opinion: Float64Array.from(labelledBattles, (at) => labels[at] * score[at]),
  }
}
