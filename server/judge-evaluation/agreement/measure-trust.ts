import type { Evidence, TrustState, TrustTerms } from '../../../shared/contracts/index.ts'
import type { VoteCell } from './cell-queries.ts'
import { trustState } from './trust.ts'
import { evidenceOf, isDecided } from './trust-evidence.ts'
import type { JudgeChange } from './trust-evidence.ts'

const DAY_MS = 24 * 3600 * 1000

/** The trust state of one version, and when it was measured. */
export interface TrustMeasurement {
  state: TrustState
  measuredAt: string | null
  due: boolean
  pairsMissing: number
  evidence: Evidence
}

/**
 * Measures a version by its newest pairs. A judge that became worse is uncalibrated until enough pairs since then show
 * how good it is now.
 * @param months  the version's votes, by their month
 * @param days  the same votes, by the day of the later of the two votes on a pair
 */
export function measureTrust(
  months: readonly VoteCell[],
  days: readonly VoteCell[],
  change: JudgeChange | null,
  terms: TrustTerms,
  now: Date,
): TrustMeasurement {
  const { isStale, since, ...counts } = evidenceOf(months, terms, change)
  const measured = trustState(counts, terms)
  const state = isStale && measured === 'not_measured' ? 'uncalibrated' : measured
  const measuredAt = measured === 'not_measured' ? null : middleOfNewest(days, terms.minVotes)
  return {
    state,
    measuredAt,
    due: isMeasurementDue(measuredAt, terms, now),
    pairsMissing: measured === 'not_measured' ? Math.max(1, terms.minVotes - counts.decided) : 0,
    evidence: { since, decided: counts.decided, agreed: counts.agreed },
  }
}

/** When a measurement of that day is old enough to be repeated. Null: nothing was measured. */
export function dueSince(measuredAt: string | null, { recheckDays }: TrustTerms): Date | null {
  return measuredAt === null ? null : new Date(Date.parse(measuredAt) + (recheckDays + 1) * DAY_MS)
}

/** Whether a measurement of that day is old enough to be repeated. */
export function isMeasurementDue(measuredAt: string | null, terms: TrustTerms, now: Date): boolean {
  const due = dueSince(measuredAt, terms)
  return due !== null && due <= now
}

/** The median day of the newest `most` pairs that humans decided. One new vote does not make a measurement recent. */
function middleOfNewest(days: readonly VoteCell[], most: number): string | null {
  const decided = days.filter(({ people, slice }) => isDecided(people) && slice !== null)
  const byDay = [...Map.groupBy(decided, ({ slice }) => slice!)].sort(([a], [b]) => (a < b ? 1 : -1))
  let seen = 0
  for (const [day, cells] of byDay) {
    seen += cells.reduce((sum, { count }) => sum + count, 0)
    if (2 * seen >= most) return day
  }
  return null
}
