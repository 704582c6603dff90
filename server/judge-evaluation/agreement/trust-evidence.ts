/** The pairs that decide whether a judge is trusted: its newest ones, and none from before it changed. */
import type { Drift, TrustTerms } from '../../../shared/contracts/index.ts'
import type { VoteCell } from './cell-queries.ts'
import type { TrustEvidence } from './trust.ts'

/** Older pairs are ignored once the newer months have this many times the pairs that a measurement needs. */
const WINDOW = 4

/** A month in which a judge changed, and whether one of its measures fell. */
export interface JudgeChange {
  month: string
  hasFallen: boolean
}

export interface DatedEvidence extends TrustEvidence {
  /** The first month of these pairs if older ones are ignored, such as 2026-01; null if none are. */
  since: string | null
  /** Whether the judge became worse, and too few pairs since then show how good it is now. */
  isStale: boolean
}

/** The last month with drift; null if there is none. */
export function lastChange(drift: readonly Drift[]): JudgeChange | null {
  const month = drift.reduce<string | null>(
    (last, { period }) => (last && last > period ? last : period),
    null,
  )
  if (month === null) return null
  return { month, hasFallen: drift.some(({ period, from, to }) => period === month && to < from) }
}

/**
 * The evidence on one version of a judge. It is from the newest months that together have four times the pairs that a
 * measurement needs. If the judge changed, only pairs since then count. After a change for the better, older pairs
 * stay evidence until there are enough new ones.
 * @param months  the version's votes, by the month of the vote
 * @param bothOrders  whether its imported votes are known to have been judged in both orders
 */
export function evidenceOf(
  months: readonly VoteCell[],
  { minVotes }: Pick<TrustTerms, 'minVotes'>,
  change: JudgeChange | null,
  bothOrders: boolean,
): DatedEvidence {
  const inUse = months.filter(({ slice }) => slice !== null)
  const isChanged =
    change !== null &&
    inUse.some(({ slice }) => slice! < change.month) &&
    inUse.some(({ slice }) => slice! >= change.month)
  const sinceChange = isChanged ? inUse.filter(({ slice }) => slice! >= change.month) : inUse
  const newest = newestOf(sinceChange, WINDOW * minVotes, bothOrders)
  if (!isChanged || newest.decided >= minVotes)
    return { ...newest, since: firstMonth(newest, inUse), isStale: false }
  if (change.hasFallen) return { ...newest, since: change.month, isStale: true }
  const all = newestOf(inUse, WINDOW * minVotes, bothOrders)
  return { ...all, since: firstMonth(all, inUse), isStale: false }
}

interface Newest extends TrustEvidence {
  first: string | null
}

/** The evidence of the newest months that have at least this many pairs decided by humans; of all if they have fewer. */
function newestOf(months: readonly VoteCell[], pairs: number, bothOrders: boolean): Newest {
  const evidence: Newest = {
    decidedByHumans: 0,
    decided: 0,
    agreed: 0,
    ordered: 0,
    consistent: 0,
    first: null,
  }
  const byMonth = [...Map.groupBy(months, ({ slice }) => slice!)].sort(([a], [b]) => (a < b ? 1 : -1))
  for (const [month, cells] of byMonth) {
    if (evidence.decidedByHumans >= pairs) break
    for (const { people, verdict, count, madeHere, inconsistent } of cells) {
      if (madeHere || bothOrders) {
        evidence.ordered += count
        if (!inconsistent) evidence.consistent += count
      }
      if (!isDecided(people)) continue
      evidence.decidedByHumans += count
      if (isDecided(verdict)) evidence.decided += count
      if (verdict === people) evidence.agreed += count
    }
    evidence.first = month
  }
  return evidence
}

/** The first month of the evidence; null if the version has no decided pairs before it. */
function firstMonth({ first }: Newest, months: readonly VoteCell[]): string | null {
  if (first === null) return null
  return months.some(({ slice, people }) => slice! < first && isDecided(people)) ? first : null
}

export const isDecided = (outcome: VoteCell['people']): boolean => outcome === 'left' || outcome === 'right'
