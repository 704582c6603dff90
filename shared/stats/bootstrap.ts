import { DENSE_LIMIT, information } from './information.ts'
import type { Information } from './information.ts'
import { invert, product } from './inverse.ts'
import type { PairPoints } from './points.ts'
import { poweredRefit } from './power-rounds.ts'
import { emptyLike, refitter } from './refit.ts'
import { resamplerFrom } from './resampling.ts'
import type { Refit, RefitRound } from './refit.ts'
import type { DrawSource } from './draw-source.ts'
import type { Resample } from './resampling.ts'
import type { Deviations, Rounds, RoundsTask, RunRounds } from './rounds.ts'

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
