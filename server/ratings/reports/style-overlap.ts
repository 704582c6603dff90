/** Which contestants were never seen at equal style, so that a rating with style controlled would extrapolate. */
import type { CovariateVotes } from '../../../shared/stats/internal.ts'

/** Of so many of its votes one must be on the other side of equality, or on it. */
const ONE_IN = 20

/**
 * By contestant the covariates (by number) in which it is on one side of 0 in more than 19 of 20 of its votes, as where
 * its answers are longer than nearly all they met. Its strength at 0 then rests on the shape of the model alone.
 */
export function oneSided(
  { contestants, left, right }: Pick<CovariateVotes, 'contestants' | 'left' | 'right'>,
  covariates: readonly Float64Array[],
): number[][] {
  const votes = new Int32Array(contestants)
  for (const side of [left, right]) for (const contestant of side) votes[contestant]++
  const oneSidedBy = Array.from({ length: contestants }, (): number[] => [])
  covariates.forEach((values, covariate) => {
    const more = new Int32Array(contestants)
    const below = new Int32Array(contestants)
    values.forEach((value, vote) => {
      if (value === 0) return
      ;(value > 0 ? more : below)[left[vote]]++
      ;(value > 0 ? below : more)[right[vote]]++
    })
    for (let i = 0; i < contestants; i++)
      if (ONE_IN * (votes[i] - Math.max(more[i], below[i])) < votes[i]) oneSidedBy[i].push(covariate)
  })
  return oneSidedBy
}
