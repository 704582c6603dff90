import { DENSE_LIMIT, information, type Information, invert, product } from '../fit/information.ts'
import type { PairPoints, Selection } from '../fit/points.ts'
import { emptyLike, refitter, type Refit, type RefitRound } from '../fit/bradley-terry.ts'
import { type JudgedBattles, corrected, firstFit, weightOf, type Power } from './power.ts'
import { BLOCK, drawGammaBlock, gammaCells, type GammaCells, RandomStream } from '../numbers/random.ts'
import type { Tally, UnitCells } from '../fit/tally.ts'

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

/** Fills the points of `out` with the weighted sums of round `round`, which depend only on (seed, round). */
export interface Resample {
  (seed: number, round: number, out: PairPoints): void
  source: DrawSource
}

/**
 * The Bayesian bootstrap (Rubin 1981): every unit gets an independent Exp(1) weight. Without units every vote does,
 * which for a cell of equal votes is one Gamma(count). Weights are drawn for the whole tally, selected or not, so
 * that a unit has the same weight in every fit of a round.
 */
export function resampler(tally: Tally, { pairOf }: Selection, power: Power | null = null): Resample {
  const votes = tally.units
    ? ({ by: 'unit', cells: tally.units } as const)
    : ({ by: 'vote', cells: gammaCells(outcomesOf(tally)) } as const)
  return resamplerFrom({ votes, pairOf, power })
}

/** The same from the data that a round draws from. */
function resamplerFrom(source: DrawSource): Resample {
  const { votes, pairOf } = source
  const draw = votes.by === 'unit' ? unitDraws(votes.cells, pairOf) : voteDraws(votes.cells, pairOf)
  return Object.assign(draw, { source })
}

function outcomesOf({ firstWins, secondWins, ties }: Tally): Float64Array {
  const counts = new Float64Array(3 * ties.length)
  for (let pair = 0; pair < ties.length; pair++) {
    counts[3 * pair] = firstWins[pair]
    counts[3 * pair + 1] = secondWins[pair]
    counts[3 * pair + 2] = ties[pair]
  }
  return counts
}

/** One Gamma(count) for each outcome of each pair. */
function voteDraws(cells: GammaCells, pairOf: Int32Array): Draw {
  const pairs = pairOf.length
  const weights = new Float64Array(BLOCK + 2)
  return (seed, round, { firstPoints, secondPoints }) => {
    const stream = new RandomStream(seed, round)
    // pairs that a block completes are summed at once; up to two weights of a pair wait for the next block
    for (let pair = 0, from = 0, waiting = 0; pair < pairs; from += BLOCK) {
      const drawn = waiting + drawGammaBlock(stream, cells, from, weights, waiting)
      let cell = 0
      for (; cell + 3 <= drawn; cell += 3) {
        const chosen = pairOf[pair++]
        if (chosen < 0) continue
        const halves = weights[cell + 2] / 2
        firstPoints[chosen] = weights[cell] + halves
        secondPoints[chosen] = weights[cell + 1] + halves
      }
      waiting = drawn - cell
      for (let i = 0; i < waiting; i++) weights[i] = weights[cell + i]
    }
  }
}

/** The number of rounds drawn together, so that one reading of the cells serves them all. */
const LANES = 8

/**
 * Called with the weights of rounds `first` … first + LANES − 1. The weight of unit u in round first + l is
 * weights[LANES · u + l].
 */
type OnWeights = (weights: Float64Array, first: number) => void

/** One Exp(1) weight for each unit. Rounds are usually requested in order; a repeated round is drawn again. */
function unitDraws(cells: UnitCells, pairOf: Int32Array, onWeights?: OnWeights): Draw {
  const pairs = pairOf.reduce((count, chosen) => (chosen < 0 ? count : count + 1), 0)
  const weights = new Float64Array(LANES * cells.units)
  const sums = new Float64Array(2 * LANES * pairs)
  let base = 0
  let end = 0
  let lastRound = -1
  return (seed, round, { firstPoints, secondPoints }) => {
    if (round !== lastRound + 1 || round >= end) {
      base = round
      end = round + LANES
      for (let lane = 0; lane < LANES; lane++) {
        const stream = new RandomStream(seed, base + lane)
        for (let at = lane; at < weights.length; at += LANES) weights[at] = stream.exponential()
      }
      addUp(cells, weights, pairOf, sums)
      onWeights?.(weights, base)
    }
    lastRound = round
    for (let pair = 0, at = round - base; pair < pairs; pair++, at += 2 * LANES) {
      firstPoints[pair] = sums[at]
      secondPoints[pair] = sums[at + LANES]
    }
  }
}

/** The weighted points of each chosen pair: those of its first in all lanes, then those of its second. */
function addUp(
  { start, unit, count }: UnitCells,
  weights: Float64Array,
  pairOf: Int32Array,
  sums: Float64Array,
): void {
  const won = [0, 1, 2].map(() => new Float64Array(LANES))
  for (let pair = 0; pair < pairOf.length; pair++) {
    if (pairOf[pair] < 0) continue
    won.forEach((lanes, outcome) => {
      const cell = 3 * pair + outcome
      addCell(unit, count, start[cell], start[cell + 1], weights, lanes)
    })
    const at = 2 * LANES * pairOf[pair]
    for (let lane = 0; lane < LANES; lane++) {
      const halves = won[2][lane] / 2
      sums[at + lane] = won[0][lane] + halves
      sums[at + LANES + lane] = won[1][lane] + halves
    }
  }
}

/**
 * Σ count · weight over one cell, for eight lanes at once: the sums stay in registers, and unit and count are read
 * once.
 */
function addCell(
  unit: Int32Array,
  count: Float64Array,
  from: number,
  to: number,
  weights: Float64Array,
  out: Float64Array,
): void {
  let [s0, s1, s2, s3, s4, s5, s6, s7] = [0, 0, 0, 0, 0, 0, 0, 0]
  for (let i = from; i < to; i++) {
    const at = LANES * unit[i]
    const n = count[i]
    s0 += n * weights[at]
    s1 += n * weights[at + 1]
    s2 += n * weights[at + 2]
    s3 += n * weights[at + 3]
    s4 += n * weights[at + 4]
    s5 += n * weights[at + 5]
    s6 += n * weights[at + 6]
    s7 += n * weights[at + 7]
  }
  out[0] = s0
  out[1] = s1
  out[2] = s2
  out[3] = s3
  out[4] = s4
  out[5] = s5
  out[6] = s6
  out[7] = s7
}

/** The votes for which weights are drawn, as plain data. */
interface DrawSource {
  /** The votes of the tally: by unit, or else in three cells (first won, second won, tie) for each pair. */
  votes: { by: 'unit'; cells: UnitCells } | { by: 'vote'; cells: GammaCells }
  /** For each pair of the tally its pair within the points to fill, or −1. */
  pairOf: Int32Array
  /** The correction of the points, if judges power the board. */
  power: Power | null
}

/** Fills the points of one round. */
type Draw = (seed: number, round: number, out: PairPoints) => void

/** The number of rounds and the seed. `onProgress` gets the share done, 0 … 1. */
export interface Rounds {
  rounds: number
  seed: number
  onProgress: (share: number) => void
  /** How rounds are computed. Default: one after the other on this thread. */
  run?: RunRounds | undefined
}

/** d = θ* − θ̂ of every round: round r, contestant i at values[r · contestants + i]. */
export interface Deviations {
  rounds: number
  contestants: number
  values: Float64Array
}

/** The input of rounds, as plain data that can be sent to another thread. */
export interface RoundsTask {
  rounds: number
  seed: number
  points: PairPoints
  theta: Float64Array
  source: DrawSource
  /** The full matrix H⁺ at `theta`, if it saves time. */
  inverse: Float64Array | null
}

/** Computes the rounds of a task with `roundsOf`, in any order and on any thread. Returns `Deviations.values`. */
export type RunRounds = (task: RoundsTask, onProgress: Rounds['onProgress']) => Float64Array
