import { dot } from './conjugate-gradient.ts'
import type { Information } from './information.ts'
import { centre, chances, gradient, gradientAt } from './likelihood.ts'
import { fit } from './newton.ts'
import type { PairPoints } from './points.ts'

const CHORD_STEPS = 3
const MOST_CHORD_STEPS = 30
/** The error left in any difference, in standard errors of it. */
const PRECISION = 3e-4
/** A step gains about what the one before it gained; so many times the error that would leave is reckoned with. */
const CAUTION = 2
/** A chord iteration that gains less than this a step gives way to Newton's. */
const GAIN = 0.7
/** How exactly a chord step is solved for where that is a matter of choice: well below what the step itself gains. */
const EXACTNESS = 1e-2

/** Points of the same pairs, all zero. */
export function emptyLike(points: PairPoints): PairPoints {
  return {
    ...points,
    firstPoints: new Float64Array(points.first.length),
    secondPoints: new Float64Array(points.first.length),
  }
}

/** Fits a reweighting of points; its answer is overwritten by the next one. */
export type Refit = (drawn: PairPoints) => Refitted

/** Draws the points of a round and fits them. */
export type RefitRound = (seed: number, round: number) => Float64Array

/** Where a reweighting has its maximum, as far as it was found. */
export interface Refitted {
  theta: Float64Array
  converged: boolean
}

/**
 * Makes the function that fits a reweighting of `points`, whose maximum is `from` and whose information there is `at`.
 * Its answer is overwritten by the next one. A round's weights count by their proportions alone.
 *
 * Chord steps use the information at `from`: at least three, until what is left of the gradient, measured in that
 * information (gᵀH⁻¹g), is negligible; a round that is slow or wild is fitted by Newton instead.
 */
export function refitter(points: PairPoints, from: Float64Array, at: Pick<Information, 'solve'>): Refit {
  const chance = chances(points, from)
  const theta = new Float64Array(from.length)
  const slope = new Float64Array(from.length)
  const step = new Float64Array(from.length)
  const total = gradientAt(points, chance, slope)
  return (drawn) => {
    theta.set(from)
    const scale = total / gradientAt(drawn, chance, slope)
    let distance = Infinity
    for (let steps = 0; steps < MOST_CHORD_STEPS; steps++) {
      if (steps > 0) gradient(drawn, theta, slope)
      at.solve(slope, step, EXACTNESS)
      const remaining = Math.sqrt(Math.max(0, scale * dot(slope, step)))
      if (remaining > PRECISION && !(remaining <= GAIN * distance))
        return fitFrom(drawn, remaining < distance ? theta : from)
      for (let i = 0; i < theta.length; i++) theta[i] += scale * step[i]
      centre(theta)
      const left = CAUTION * remaining * (remaining / distance)
      if (steps + 1 >= CHORD_STEPS && (remaining <= PRECISION || left <= PRECISION))
        return { theta, converged: true }
      distance = remaining
    }
    return fitFrom(drawn, theta)
  }
}

/** Far from there a maximum that exists may be missed, and is looked for from equal strengths. */
function fitFrom(drawn: PairPoints, start: Float64Array): Refitted {
  const found = fit(drawn, start)
  return found.converged ? found : fit(drawn)
}
