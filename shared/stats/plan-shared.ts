import { inflation } from './comparison.ts'
import { normalQuantile } from './normal.ts'
import { planVotes } from './plan.ts'

/** Units of one kind that votes share, as prompts or voters. */
export interface SharedUnits {
  units: number
  /** ρ, the correlation of two votes of a unit: 0 … 1. */
  correlation: number
}

/** How many decisive votes are needed if they share prompts or voters. */
export interface SharedVotePlan {
  /** Null: no number of votes on these units is enough. */
  votesForSignificance: number | null
  votesForPower: number | null
  /** The fewest units with which some number of votes is enough for the power. Null if votes share two kinds. */
  fewestUnits: number | null
}

/**
 * Plans a comparison as `planVotes` does, by the variance that boards and `compare` estimate: votes spread evenly
 * over units, p(1 − p)/n · (1 + Σ ρ (n/G − 1)) over the kinds of units (Kish 1965), with quantiles lengthened by
 * h(z) for the smaller number of units G. With n₀ independent votes, n = n₀ (1 − Σρ) / (1 − n₀ Σ ρ/G); if the
 * divisor is not above 0, no number of votes is enough.
 * @throws {RangeError} as `planVotes`, unless there is a kind, and each has at least two units and 0 ≤ ρ ≤ 1
 */
export function planSharedVotes(
  winRate: number,
  alpha: number,
  power: number,
  kinds: readonly SharedUnits[],
): SharedVotePlan {
  planVotes(winRate, alpha, power)
  if (kinds.length === 0) throw new RangeError('Votes must share at least one kind of unit.')
  for (const { units, correlation } of kinds) {
    if (!(Number.isSafeInteger(units) && units >= 2)) throw new RangeError('A kind needs at least two units.')
    if (!(correlation >= 0 && correlation <= 1)) throw new RangeError('A correlation lies between 0 and 1.')
  }
  const lead = winRate - 0.5
  const z = normalQuantile(alpha / 2)
  const spread = normalQuantile(1 - power) * Math.sqrt(winRate * (1 - winRate))
  const independent = (units: number, beyond: number) =>
    (Math.max(0, (z * inflation(units, z)) / 2 + beyond) / lead) ** 2
  const enough = (own: readonly SharedUnits[], beyond: number): number | null => {
    const alone = independent(Math.min(...own.map(({ units }) => units)), beyond)
    const left = 1 - alone * own.reduce((sum, { units, correlation }) => sum + correlation / units, 0)
    const shared = own.reduce((sum, { correlation }) => sum + correlation, 0)
    if (!(left > 0)) return null
    // with fewer votes than units no two votes share a unit
    const votes = shared < 1 ? (alone * (1 - shared)) / left : alone
    return Math.max(1, Math.ceil(Math.max(votes, Math.min(alone, ...own.map(({ units }) => units)))))
  }
  const fewest = ({ correlation }: SharedUnits) => {
    let units = 2
    while (enough([{ units, correlation }], spread) === null) units++
    return units
  }
  return {
    votesForSignificance: enough(kinds, 0),
    votesForPower: enough(kinds, spread),
    fewestUnits: kinds.length === 1 ? fewest(kinds[0]) : null,
  }
}
