/** Finds contestants without votes at equal style. Their rating with style control would extrapolate. */
import type { CovariateVotes } from '../../../shared/stats/internal.ts'

/** At least one in this many votes must be at equality or on its other side. */
const ONE_IN = 20

/**
 * For each contestant, the numbers of the covariates that are on one side of 0 in more than 19 of 20 of its votes. An
 * example is a contestant whose answers are almost always longer. Its strength at 0 then depends on the form of the
 * model alone.
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
