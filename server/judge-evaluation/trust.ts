/** Whether a judge is to be trusted: the terms, the evidence from its newest votes, and the stored result. */
import type {
  JudgeTrust,
  TrustFailure,
  TrustState,
  TrustTerms,
  Standing,
  Drift,
} from '../../shared/contracts/index.ts'
import { NORMAL_95 } from '../../shared/stats/intervals/comparison.ts'
import { CHANCE_LEVEL, type Lapse } from '../../shared/stats/judges/agreement.ts'
import { wilsonInterval } from '../../shared/stats/numbers/distributions.ts'
import type { Db } from '../platform/schema.ts'
import { selectTrust } from '../arenas/index.ts'
import {
  judgeFamilies,
  sameFamilyContestants,
  selectContestants,
  type DeclaredJudge,
  type VoteCell,
} from './tallies.ts'

/** What boards need to know about a judge. */
export interface TrustedJudge extends JudgeTrust {
  /** Contestants of its own family. */
  sameFamily: string[]
}

/** The evidence for trust: pairs that humans decided, how the judge decided them, and its votes in both orders. */
export interface TrustEvidence {
  decidedByHumans: number
  decided: number
  agreed: number
  /** Votes that are known to have been asked for in both orders, and those of them whose two orders agreed. */
  ordered: number
  consistent: number
}

/** Why a judge is not to be trusted, if humans have decided at least `minVotes` pairs; null if they have not, or if it is. */
function trustFailure(
  { decidedByHumans, decided, agreed, ordered, consistent }: TrustEvidence,
  { minAgreement, minVotes }: Pick<TrustTerms, 'minAgreement' | 'minVotes'>,
): TrustFailure | null {
  if (decidedByHumans < minVotes) return null
  if (decided > 0 && agreed / decided < minAgreement) return { reason: 'agreement', hits: agreed, n: decided }
  if (isWorseThanCoin(consistent, ordered)) return { reason: 'consistency', hits: consistent, n: ordered }
  if (decided === 0 || isWorseThanCoin(agreed, decidedByHumans))
    return { reason: 'undecided', hits: agreed, n: decidedByHumans }
  return null
}

/** Whether Wilson's 95 % interval lies below one half: few cases show nothing. */
const isWorseThanCoin = (hits: number, n: number): boolean =>
  n > 0 && wilsonInterval(hits, n)![1] < CHANCE_LEVEL

/** Which requirement chance may have met, although enough pairs are decided; null if there is none. */
function unshownIn(
  { decided, agreed, ordered, consistent }: TrustEvidence,
  { minAgreement, minVotes }: Pick<TrustTerms, 'minAgreement' | 'minVotes'>,
): TrustFailure | null {
  if (decided < minVotes) return null
  const bars = [
    { reason: 'agreement', hits: agreed, n: decided, least: minAgreement },
    { reason: 'consistency', hits: consistent, n: ordered, least: CHANCE_LEVEL },
  ] as const
  const unshown = bars.find(({ hits, n, least }) => n > 0 && wilsonInterval(hits, n)![0] < least)
  return unshown ? { reason: unshown.reason, hits: unshown.hits, n: unshown.n } : null
}

/**
 * Calibrated: humans and judge both decided at least `minVotes` pairs, the interval of their agreement lies at
 * `minAgreement` or above, and that of its consistency at ½ or above. Uncalibrated: humans decided at least `minVotes`
 * pairs, and the agreement is lower, or its consistency or its share of the pairs that humans decided is shown to be
 * below ½. Otherwise not measured.
 */
export function trustState(
  evidence: TrustEvidence,
  terms: Pick<TrustTerms, 'minAgreement' | 'minVotes'>,
): TrustState {
  if (trustFailure(evidence, terms)) return 'uncalibrated'
  return evidence.decided >= terms.minVotes && !unshownIn(evidence, terms) ? 'calibrated' : 'not_measured'
}

/**
 * How many of such pairs the lower limit of Wilson's interval needs to reach `least`, from the score test that it
 * inverts: z² · least · (1 − least) / (share − least)².
 */
const pairsToShow = (share: number, least: number): number =>
  share > least ? Math.ceil((NORMAL_95 ** 2 * least * (1 - least)) / (share - least) ** 2) : 0

const FROM_WORST: readonly TrustState[] = ['uncalibrated', 'not_measured', 'calibrated']

/** The least trusted of these: a judge is trusted only as far as that one. Of equal ones the first. */
export function leastTrusted<T extends { state: TrustState }>(all: readonly T[]): T | null {
  const rank = ({ state }: T) => FROM_WORST.indexOf(state)
  return all.reduce<T | null>(
    (worst, candidate) => (worst && rank(worst) <= rank(candidate) ? worst : candidate),
    null,
  )
}

/**
 * The trust in each evaluated or active judge of the arena, with the contestants that it may favour. Sorted by the judge's
 * name.
 */
export async function trustedJudges(db: Db, arenaId: number): Promise<TrustedJudge[]> {
  const trust = await selectTrust(db, arenaId)
  const evaluated = new Map(trust.map((judgeTrust) => [judgeTrust.judge, judgeTrust]))
  const families = judgeFamilies([...evaluated.keys()], await selectDeclared(db, arenaId))
  const isOfAFamily = [...families.values()].some((family) => family !== null)
  const contestants = isOfAFamily ? await selectContestants(db, arenaId) : []
  return [...families]
    .map(([judge, family]) => ({
      judge,
      state: 'not_measured' as const,
      decided: 0,
      agreed: 0,
      minAgreement: 0,
      ...evaluated.get(judge),
      sameFamily: sameFamilyContestants(family, contestants).map(({ name }) => name),
    }))
    .sort((a, b) => (a.judge < b.judge ? -1 : 1))
}

/** Every current and former judge of the arena, with its family. */
const selectDeclared = (db: Db, arenaId: number): Promise<DeclaredJudge[]> =>
  db.selectFrom('judges').select(['name as judge', 'family']).where('arena_id', '=', arenaId).execute()

const DAY_MS = 24 * 3600 * 1000

/** The trust state of one version, and when it was measured. */
type TrustMeasurement = Required<Standing>

interface TrustFacts {
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
  const { isStale, since, ...counts } = datedEvidence(months.filter(inPart), terms, change, bothOrders)
  const { decided, agreed } = counts
  const [before, after] = [lapses[part - 1], lapses[part]]
  const measured = trustState(counts, terms)
  const measuredAt = measured === 'not_measured' ? null : middleOfNewest(days.filter(inPart), terms.minVotes)
  const unknown = unknownSince(before, isStale, counts)
  const pairsNeeded = Math.max(terms.minVotes, pairsToShow(agreed / decided, terms.minAgreement))
  const isUnknown = measured === 'not_measured' && unknown !== null
  return {
    state: isUnknown ? 'uncalibrated' : measured,
    failure: isUnknown ? unknown : (trustFailure(counts, terms) ?? unshownIn(counts, terms)),
    measuredAt,
    due: isMeasurementDue(measuredAt, terms, now),
    pairsMissing: measured === 'not_measured' ? Math.max(1, pairsNeeded - decided) : 0,
    evidence: {
      since: since ?? (before ? lapseDay(before) : null),
      ...(after && { until: lapseDay(after) }),
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

const lapseDay = ({ at }: Lapse) => new Date(at).toISOString().slice(0, 10)

/** Whether a measurement of that day is old enough to be repeated. */
export function isMeasurementDue(measuredAt: string | null, { recheckDays }: TrustTerms, now: Date): boolean {
  return measuredAt !== null && Date.parse(measuredAt) + (recheckDays + 1) * DAY_MS <= now.getTime()
}

/** The median day of the newest `most` pairs that humans decided. One new vote does not make a measurement recent. */
function middleOfNewest(days: readonly VoteCell[], most: number): string | null {
  const decided = days.filter(({ people, slice }) => isDecided(people) && slice !== null)
  const byDay = [...Map.groupBy(decided, ({ slice }) => slice!)].sort(([a], [b]) => (a < b ? 1 : -1))
  let decidedPairs = 0
  for (const [day, cells] of byDay) {
    decidedPairs += cells.reduce((sum, { count }) => sum + count, 0)
    if (2 * decidedPairs >= most) return day
  }
  return null
}

// The pairs that decide whether a judge is trusted: its newest ones, and none from before it changed.

/** Older pairs are ignored once the newer months have this many times the pairs that a measurement needs. */
const WINDOW = 4

/** A month in which a judge changed, and whether one of its measures fell. */
export interface JudgeChange {
  month: string
  hasFallen: boolean
}

interface DatedEvidence extends TrustEvidence {
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
function datedEvidence(
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
  const newest = newestEvidence(sinceChange, WINDOW * minVotes, bothOrders)
  if (!isChanged || newest.decided >= minVotes)
    return { ...newest, since: firstMonth(newest, inUse), isStale: false }
  if (change.hasFallen) return { ...newest, since: change.month, isStale: true }
  const all = newestEvidence(inUse, WINDOW * minVotes, bothOrders)
  return { ...all, since: firstMonth(all, inUse), isStale: false }
}

interface Newest extends TrustEvidence {
  first: string | null
}

/** The evidence of the newest months that have at least this many pairs decided by humans; of all if they have fewer. */
function newestEvidence(months: readonly VoteCell[], pairs: number, bothOrders: boolean): Newest {
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

/** Whether the judge would be trusted by these pairs alone, all of them. */
export function trustFromPairs(
  cells: readonly VoteCell[],
  terms: TrustTerms,
): { state: TrustState; failure: TrustFailure | null } {
  const counts = newestEvidence(cells, Infinity, true)
  return {
    state: trustState(counts, terms),
    failure: trustFailure(counts, terms) ?? unshownIn(counts, terms),
  }
}

/** The first month of the evidence; null if the version has no decided pairs before it. */
function firstMonth({ first }: Newest, months: readonly VoteCell[]): string | null {
  if (first === null) return null
  return months.some(({ slice, people }) => slice! < first && isDecided(people)) ? first : null
}

const isDecided = (outcome: VoteCell['people']): boolean => outcome === 'left' || outcome === 'right'
