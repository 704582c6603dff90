import { DENSE_LIMIT, information, type Information } from './information.ts'
import { invert, product } from './inverse.ts'
import type { PairPoints } from './points.ts'
import { emptyLike, refitter, type Refit, type RefitRound } from './refit.ts'
import { resamplerFrom, type Resample } from './resampling.ts'
import type { DrawSource } from './draw-source.ts'
import type { Deviations, Rounds, RoundsTask, RunRounds } from './rounds.ts'
import type { JudgedBattles } from './judged-battles.ts'
import { corrected, firstFit, weightOf, type Power } from './power.ts'
import { addCell, LANES, unitDraws } from './unit-draws.ts'

/**
 * Makes the function that draws a round of people's votes and of judges' verdicts, corrects the votes by the
 * verdicts, and fits them. A unit has the same Exp(1) weight in both. λ is computed anew from the weighted units,
 * so that its randomness is part of the spread.
 */
function poweredRefit(
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

/** Up to this many contestants, and from this many rounds for each, computing an inverse saves time. */
const MOST_INVERTED = 1000
const ROUNDS_PER_CONTESTANT = 0.5

/**
 * Refits every round from the maximum `theta` of `points`, where the information is `at`. Round r draws from the
 * stream of (seed, r) and depends on nothing else, so the result is the same on any thread. The cost of a round
 * depends on the pairs that met, not on the number of votes.
 */
export function bootstrap(
  points: PairPoints,
  theta: Float64Array,
  at: Information,
  { source }: Resample,
  { rounds, seed, onProgress, run = alone }: Rounds,
): Deviations {
  const size = points.contestants
  const pays = size <= MOST_INVERTED && rounds >= ROUNDS_PER_CONTESTANT * size
  const inverse = pays ? invert(at, size) : null
  const values = run({ rounds, seed, points, theta, source, inverse }, onProgress)
  return { rounds, contestants: size, values }
}

/** Computes all rounds on this thread. */
export const alone: RunRounds = (task, onProgress) => {
  const { rounds, theta } = task
  const values = new Float64Array(rounds * theta.length)
  const round = roundsOf(task, values)
  const every = Math.max(1, Math.floor(rounds / 50))
  for (let done = 0; done < rounds;) {
    round(done++)
    if (done % every === 0) onProgress(done / rounds)
  }
  return values
}

/** Makes the function that computes one round of the task and writes its deviations into `values`. */
export function roundsOf(task: RoundsTask, values: Float64Array): (round: number) => void {
  const { points, theta, source, inverse, seed } = task
  const size = theta.length
  const refit = refitter(points, theta, inverse ? product(inverse, size) : solverAt(points, theta))
  const redo = source.power
    ? poweredRefit(source, source.power, points, refit)
    : plainRefit(source, points, refit)
  return (round) => {
    const refitted = redo(seed, round)
    for (let i = 0; i < size; i++) values[round * size + i] = refitted[i] - theta[i]
  }
}

function plainRefit(source: DrawSource, points: PairPoints, refit: Refit): RefitRound {
  const resample = resamplerFrom(source)
  const drawn = emptyLike(points)
  return (seed, round) => {
    resample(seed, round, drawn)
    return refit(drawn).theta
  }
}

/** The information. It is factorised at once if possible, so that no round depends on what earlier rounds needed. */
function solverAt(points: PairPoints, theta: Float64Array): Pick<Information, 'solve'> {
  const at = information(points, theta)
  return theta.length > DENSE_LIMIT ? at : { solve: (b, x) => at.solve(b, x) }
}
