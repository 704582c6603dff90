import type { TrustState, TrustTerms } from '../../../shared/contracts/index.ts'
import type { VoteCell } from './cell-queries.ts'
import { trustState } from './trust.ts'

const DAY_MS = 24 * 3600 * 1000

/** The trust state of one version, and when it was measured. */
export interface TrustMeasurement {
  state: TrustState
  measuredAt: string | null
  due: boolean
  pairsMissing: number
}

/**
 * @param votes  the version's votes
 * @param days  the same votes, by the day of the later of the two votes on a pair
 */
export function measureTrust(
  votes: readonly VoteCell[],
  days: readonly VoteCell[],
  terms: TrustTerms,
  now: Date,
): TrustMeasurement {
  const decidedBy = (cells: readonly VoteCell[], test: (cell: VoteCell) => boolean) =>
    cells.reduce((sum, cell) => sum + (isDecided(cell.people) && test(cell) ? cell.count : 0), 0)
  const evidence = {
    decidedByHumans: decidedBy(votes, () => true),
    decided: decidedBy(votes, ({ verdict }) => isDecided(verdict)),
    agreed: decidedBy(votes, ({ verdict, people }) => verdict === people),
  }
  const state = trustState(evidence, terms)
  const measuredAt = state === 'not_measured' ? null : middleOfNewest(days, terms.minVotes)
  const missing = Math.max(1, terms.minVotes - evidence.decided)
  return {
    state,
    measuredAt,
    due: isMeasurementDue(measuredAt, terms, now),
    pairsMissing: state === 'not_measured' ? missing : 0,
  }
}

/** Whether a measurement of that day is old enough to be repeated. */
export function isMeasurementDue(measuredAt: string | null, { recheckDays }: TrustTerms, now: Date): boolean {
  return measuredAt !== null && Date.parse(measuredAt) + (recheckDays + 1) * DAY_MS <= now.getTime()
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

const isDecided = (outcome: VoteCell['people']) => outcome === 'left' || outcome === 'right'
