import type { Evidence, TrustFailure, TrustState, TrustTerms } from '../../../shared/contracts/index.ts'
import type { Lapse } from '../../../shared/stats/judges/agreement.ts'
import type { VoteCell } from './cell-queries.ts'
import { failureOf, leastTrusted, trustState } from './trust.ts'
import { evidenceOf, isDecided, type JudgeChange } from './trust-evidence.ts'

const DAY_MS = 24 * 3600 * 1000

/** The trust state of one version, and when it was measured. */
export interface TrustMeasurement {
  state: TrustState
  failure: TrustFailure | null
  measuredAt: string | null
  due: boolean
  pairsMissing: number
  evidence: Evidence
}

/** What trust in one version follows from. */
export interface TrustFacts {
  /** The version's votes, by their month. */
  months: readonly VoteCell[]
  /** The same votes, by the day of the later of the two votes on a pair. */
  days: readonly VoteCell[]
  change: JudgeChange | null
  /** When it no longer agreed with itself, in order of time. */
  lapses: readonly Lapse[]
  /** Whether its imported votes are known to have been judged in both orders. */
  bothOrders: boolean
}

/**
 * Measures a version by its newest pairs. A judge that became worse is uncalibrated until enough pairs since then show
 * how good it is now. So is one that no longer agrees with itself: that splits its votes into those before and those
 * after, which are measured apart, as if they were of two versions. The version counts as its least trusted part with
 * counted votes. The last part counts even without votes, because the judge is like that now.
 */
export function measureTrust(facts: TrustFacts, terms: TrustTerms, now: Date): TrustMeasurement {
  const last = facts.lapses.length
  const hasVotes = (part: number) => facts.months.some(({ lapses, counted }) => lapses === part && counted)
  const parts = Array.from({ length: last + 1 }, (_, i) => last - i).filter(
    (part) => part === last || hasVotes(part),
  )
  return leastTrusted(parts.map((part) => measurePart(part, facts, terms, now)))!
}

function measurePart(
  part: number,
  { months, days, change, lapses, bothOrders }: TrustFacts,
  terms: TrustTerms,
  now: Date,
): TrustMeasurement {
  const inPart = (cell: VoteCell) => cell.lapses === part
  const { isStale, since, ...counts } = evidenceOf(months.filter(inPart), terms, change, bothOrders)
  const { decided, agreed } = counts
  const [before, after] = [lapses[part - 1], lapses[part]]
  const measured = trustState(counts, terms)
  const measuredAt = measured === 'not_measured' ? null : middleOfNewest(days.filter(inPart), terms.minVotes)
  const unknown = unknownSince(before, isStale, counts)
  const isUnknown = measured === 'not_measured' && unknown !== null
  return {
    state: isUnknown ? 'uncalibrated' : measured,
    failure: isUnknown ? unknown : failureOf(counts, terms),
    measuredAt,
    due: isMeasurementDue(measuredAt, terms, now),
    pairsMissing: measured === 'not_measured' ? Math.max(1, terms.minVotes - decided) : 0,
    evidence: {
      since: since ?? (before ? dayOf(before) : null),
      ...(after && { until: dayOf(after) }),
      decided,
      agreed,
    },
  }
}

/** Why earlier pairs say nothing about the judge; null if they do. */
function unknownSince(
  before: Lapse | undefined,
  isStale: boolean,
  { decided, agreed }: { decided: number; agreed: number },
): TrustFailure | null {
  if (isStale) return { reason: 'drift', hits: agreed, n: decided }
  return before ? { reason: 'self_agreement', hits: before.hits, n: before.n } : null
}

const dayOf = ({ at }: Lapse) => new Date(at).toISOString().slice(0, 10)

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
