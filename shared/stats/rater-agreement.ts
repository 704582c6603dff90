import { NORMAL_95 } from './comparison.ts'
import { studentQuantile } from './student-t.ts'

/** Things that were rated alike: how many raters chose each class, and how many things these are. */
export interface RatedAlike {
  /** By class, the number of raters that chose it. */
  chosenBy: readonly number[]
  things: number
}

/**
 * Krippendorff's α for nominal classes and any number of raters, of whom each may have rated only some things
 * (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", section C): α = 1 − D_o / D_e. D_o is the
 * disagreement within things, D_e the disagreement of any two ratings. Things with one rating say nothing and are
 * skipped. Costs one pass.
 * @returns 1 for perfect agreement, 0 for that of chance; null if all ratings are of one class, or there are none
 */
export function krippendorffAlpha(rated: Iterable<RatedAlike>): number | null {
  let disagreeing = 0
  const ratings: number[] = []
  for (const { chosenBy, things } of rated) {
    const raters = sum(chosenBy)
    if (raters < 2) continue
    chosenBy.forEach((chosen, i) => {
      disagreeing += (things * chosen * (raters - chosen)) / (raters - 1)
      ratings[i] = (ratings[i] ?? 0) + things * chosen
    })
  }
  const all = sum(ratings)
  const byChance = ratings.reduce((total, chosen) => total + chosen * (all - chosen), 0) / (all - 1)
  return byChance > 0 ? 1 - disagreeing / byChance : null
}

/**
 * The 95 % interval of a statistic whose data come in independent groups, by the delete-one-group jackknife (Tukey
 * 1958; Efron & Stein 1981): SE² = (G − 1)/G · Σ_g (θ₍g₎ − θ̄)², with Student's t of G − 1 degrees of freedom.
 * @param groups  the data of each group
 * @param statistic  null if it is not defined on the data
 * @returns within [−1, 1]; null under three groups, if the statistic is not defined everywhere, or without variation
 */
export function jackknifeInterval<T>(
  groups: readonly (readonly T[])[],
  statistic: (data: readonly T[]) => number | null,
): [number, number] | null {
  const estimate = statistic(groups.flat())
  const without = groups.map((_, left) => statistic(groups.flatMap((group, i) => (i === left ? [] : group))))
  if (groups.length < 3 || estimate === null || !without.every((one) => one !== null)) return null
  const mean = sum(without) / groups.length
  const squares = sum(without.map((one) => (one - mean) ** 2))
  const error = Math.sqrt(((groups.length - 1) / groups.length) * squares)
  if (error < 1e-12) return null
  const half = studentQuantile(NORMAL_95, groups.length - 1) * error
  return [Math.max(-1, estimate - half), Math.min(1, estimate + half)]
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
