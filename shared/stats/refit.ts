import { dot } from './conjugate-gradient.ts'
import type { Information } from './information.ts'
import { centre, chances, gradient, gradientAt } from './likelihood.ts'
import { fit } from './newton.ts'
import type { PairPoints } from './points.ts'

const CHORD_STEPS = 3
const MOST_CHORD_STEPS = 30
/** The error left in any difference, in standard errors of it. */
const PRECISION = 3e-4
/** Each step gains about as much as the one before it. The error left is taken to be this many times that gain. */
const CAUTION = 2
/** A chord iteration that gains less than this in a step is replaced by Newton's method. */
const GAIN = 0.7
/** How exactly a chord step is solved if that can be chosen: well below the gain of the step itself. */
const EXACTNESS = 1e-2

/** Points of the same pairs, all zero. */
export function emptyLike(points: PairPoints): PairPoints {
  return {
    ...points,
    firstPoints: new Float64Array(points.first.length),
    secondPoints: new Float64Array(points.first.length),
  }
}

/** Fits a reweighting of points. The next call overwrites its result. */
export type Refit = (drawn: PairPoints) => Refitted

/** Draws the points of a round and fits them. */
export type RefitRound = (seed: number, round: number) => Float64Array

/** The maximum of a reweighting, as far as it was found. */
export interface Refitted {
  theta: Float64Array
  converged: boolean
}

/**
 * Makes the function that fits a reweighting of `points`, whose maximum is `from` and whose information there is
 * `at`. The next call overwrites its result. Only the proportions of a round's weights matter.
 *
 * Chord steps use the information at `from`: at least three, until the remaining gradient, measured in that
 * information (gᵀH⁻¹g), is negligible. A slow or unstable round is fitted by Newton's method instead.
 */
export function refitter(points: PairPoints, from: Float64Array, fisher: Pick<Information, 'solve'>): Refit {
  const chance = chances(points, from)
  const theta = new Float64Array(from.length)
  const slope = new Float64Array(from.length)
  const step = new Float64Array(from.length)
  const total = gradientAt(points, chance, slope)
  return (weighted) => {
    theta.set(from)
    const scale = total / gradientAt(weighted, chance, slope)
    let distance = Infinity
    for (let steps = 0; steps < MOST_CHORD_STEPS; steps++) {
      if (steps > 0) gradient(weighted, theta, slope)
      fisher.solve(slope, step, EXACTNESS)
      const remaining = Math.sqrt(Math.max(0, scale * dot(slope, step)))
      if (remaining > PRECISION && !(remaining <= GAIN * distance))
        return fitFrom(weighted, remaining < distance ? theta : from)
      for (let i = 0; i < theta.length; i++) theta[i] += scale * step[i]
      centre(theta)
      const left = CAUTION * remaining * (remaining / distance)
      if (steps + 1 >= CHORD_STEPS && (remaining <= PRECISION || left <= PRECISION))
        return { theta, converged: true }
      distance = remaining
    }
    return fitFrom(weighted, theta)
  }
}

/** From far away a maximum that exists may be missed, so a second search starts from equal strengths. */
function fitFrom(drawn: PairPoints, start: Float64Array): Refitted {
  const fitted = fit(drawn, start)
  return fitted.converged ? fitted : fit(drawn)
}
