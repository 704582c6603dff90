import { dot } from './conjugate-gradient.ts'
import { information } from './information.ts'
import type { JudgedBattles } from './judged-battles.ts'
import { fit } from './newton.ts'
import type { Fit } from './newton.ts'
import type { PairPoints, Selection } from './points.ts'
import { unitInfluences } from './power-influences.ts'
import { corrected, corrections, firstFit, weightOf } from './power.ts'
import type { Power } from './power.ts'
import { emptyLike } from './refit.ts'
import type { Tally } from './tally.ts'

/** A fit of corrected points. */
export interface PoweredFit {
  power: Power
  points: PairPoints
  fit: Fit
}

/**
 * The fit of people's votes, corrected by judges, at the weight that minimises the trace of its covariance
 * (Angelopoulos, Duchi & Zrnic 2023, section 6). Null if that weight is 0; people's fit then stays.
 * @param theta  the fit of people's votes
 */
export function poweredFit(
  tally: Tally,
  selection: Selection,
  theta: Float64Array,
  judged: JudgedBattles,
): PoweredFit | null {
  if (!tally.units) return null
  const cross = new Float64Array(judged.units)
  const square = new Float64Array(judged.units)
  unitInfluences(
    tally,
    selection,
    theta,
    information(selection.points, theta),
    judged,
    (unit, votes, correction) => {
      cross[unit] = dot(votes, correction)
      square[unit] = dot(correction, correction)
    },
  )
  const terms = { cross, square }
  const correction = corrections(judged, selection)
  const points = emptyLike(selection.points)
  const { weight, fitted } = firstFit(
    points,
    weightOf(terms, () => 1),
    (at) => fit(corrected(selection.points, correction, at, points), theta),
  )
  return weight > 0 ? { power: { judged, terms, weight }, points, fit: fitted } : null
}
