import type {
  JudgeReport,
  JudgeTrust,
  TrustTerms,
  JudgeCost,
  JudgeVersionReport,
} from '../../shared/contracts/index.ts'
import type { CallSums, EvaluationFacts, FailureCount } from './read-facts.ts'
import {
  judgeFigures,
  sameFamilyContestants,
  type VoteCell,
  type RequestCell,
  type NamedContestant,
} from './tallies.ts'
import { monthlyDrift, judgeSelfAgreement } from './controls.ts'
import { liveAgreement } from './live-agreement.ts'
import { judgeWarnings } from './judge-warnings.ts'
import { leastTrusted, lastChange, type JudgeChange, measureTrust } from './trust.ts'
import { halfTiePoints, largestComponent } from '../../shared/stats/fit/points.ts'
import { positionEffect } from '../../shared/stats/style/covariates.ts'

type Facts = EvaluationFacts & { boards: ReadonlyMap<string, JudgeReport['boards']> }

/** One judge's part of a report. */
export function judgeReport(judge: string, facts: Facts, terms: TrustTerms, now: Date): JudgeReport {
  const ofJudge = <T extends { judge: string | null }>(all: readonly T[]) =>
    all.filter((row) => row.judge === judge)
  const cells = ofJudge(facts.cells)
  const judgeFacts: JudgeFacts = {
    cells,
    requests: ofJudge(facts.requests),
    versions: ofJudge(facts.versions),
    sums: ofJudge(facts.sums),
    failures: ofJudge(facts.failures),
    lapses: facts.lapses,
    bothOrders: cells.some((cell) => !cell.madeHere && cell.inconsistent),
  }
  const all = cells.filter(({ kind }) => kind === 'version')
  const family = facts.families.get(judge) ?? null
  const byMonth = slices(judgeFacts, 'month', () => true)
  const drift = monthlyDrift(byMonth)
  const versions = versionReports(judgeFacts, lastChange(drift), terms, now)
  const { state, failure, measuredAt, due, pairsMissing, evidence } = decisiveVersion(versions)
  const live = liveAgreement(ofJudge(facts.live), terms)
  const report = {
    judge,
    ...(live && { live }),
    state,
    failure,
    measuredAt,
    due,
    pairsMissing,
    ...(evidence && { evidence }),
    active: judgeFacts.versions.some(({ active }) => active),
    family,
    kin: sameFamilyContestants(family, facts.contestants).map(({ name }) => name),
    figures: judgeFigures(
      all.filter(({ counted }) => counted),
      judgeFacts.requests.filter(({ kind }) => kind === 'version'),
      judgeFacts.bothOrders,
    ),
    cost: judgeCost(
      judgeFacts.sums.find(({ version }) => version === null),
      all,
    ),
    failures: countFailures(judgeFacts.failures),
    injected: ofJudge(facts.injected)[0]?.injected ?? 0,
    positionEffect: estimatePositionEffect(
      judgeFacts.requests.filter(({ kind }) => kind === 'meeting'),
      facts.contestants,
    ),
    selfAgreement: judgeSelfAgreement(ofJudge(facts.askedAgain)),
    versions,
    byCategory: slices(judgeFacts, 'category', ({ counted }) => counted),
    byMonth,
    drift,
    boards: facts.boards.get(judge) ?? [],
    controls: ofJudge(facts.controls).map(({ judge: _judge, ...control }) => control),
  }
  return { ...report, findings: judgeWarnings(report, terms) }
}

/** The trust in a judge, as boards use it. */
export function judgeTrust(
  { judge, versions, findings }: JudgeReport,
  { minAgreement }: TrustTerms,
): JudgeTrust {
  const prefers = PREFERRED.filter((preference) =>
    findings.some(({ code }) => code === `prefers_${preference}`),
  )
  const { state, failure, evidence } = decisiveVersion(versions)
  const { decided, agreed, since } = evidence!
  return {
    judge,
    state,
    ...(failure && { failure }),
    decided,
    agreed,
    minAgreement,
    ...(since !== null && { since }),
    ...(prefers.length > 0 && { prefers }),
  }
}

const PREFERRED = ['first', 'second', 'longer', 'own_family'] as const

/** The version that decides trust: the least trusted one with counted votes, else the current one. */
function decisiveVersion(versions: JudgeReport['versions']) {
  const withVotes = versions.filter((version) => version.standing > 0)
  return leastTrusted(withVotes) ?? versions.find(({ current }) => current) ?? versions[0]
}

/** The figures of each slice of a kind, which only a prompt without a category lacks. */
function slices<Kind extends 'category' | 'month'>(
  { cells, requests, bothOrders }: JudgeFacts,
  kind: Kind,
  isSelected: (cell: VoteCell) => boolean,
) {
  type Slice = Record<Kind, Kind extends 'category' ? string | null : string>
  const chosen = cells.filter((cell) => cell.kind === kind && isSelected(cell))
  return [...Map.groupBy(chosen, ({ slice }) => slice)]
    .sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1))
    .map(([slice, inSlice]) => ({
      ...({ [kind]: slice } as Slice),
      figures: judgeFigures(
        inSlice,
        requests.filter((request) => request.kind === kind && request.slice === slice),
        bothOrders,
      ),
    }))
}

/**
 * How much a judge prefers the answer shown first, over the contestants that wins and ties lead from and to; null if it
 * cannot be estimated. This fit has no prior, so a board may rate more.
 */
function estimatePositionEffect(
  requests: readonly RequestCell[],
  contestants: readonly NamedContestant[],
): JudgeReport['positionEffect'] {
  const number = new Map(contestants.map(({ id }, i) => [id, i]))
  const pairs = requests.map(({ first, second, verdict, count }) => {
    const won = halfTiePoints(verdict === 'first' ? count : 0, verdict === 'tie' ? count : 0)
    return { first: number.get(first!)!, second: number.get(second!)!, won, lost: count - won }
  })
  const columns = (chosen: typeof pairs) => ({
    first: Int32Array.from(chosen, ({ first }) => first),
    second: Int32Array.from(chosen, ({ second }) => second),
    firstPoints: Float64Array.from(chosen, ({ won }) => won),
    secondPoints: Float64Array.from(chosen, ({ lost }) => lost),
  })
  const members = largestComponent({ contestants: contestants.length, ...columns(pairs) })
  const placed = pairs.filter(({ first, second }) => members.includes(first) && members.includes(second))
  if (placed.length === 0) return null
  const { first, second, ...points } = columns(placed)
  const effect = positionEffect({
    contestants: members.length,
    shownFirst: first.map((contestant) => members.indexOf(contestant)),
    shownSecond: second.map((contestant) => members.indexOf(contestant)),
    ...points,
  })
  return effect && { interval: effect.interval, firstWins: effect.firstWins }
}

type JudgeFacts = Pick<
  EvaluationFacts,
  'cells' | 'requests' | 'versions' | 'sums' | 'failures' | 'lapses'
> & {
  /** Whether its imported votes are known to have been judged in both orders. */
  bothOrders: boolean
}

/** The versions of a judge as served, newest first. Imported votes form one version without details. */
function versionReports(
  facts: JudgeFacts,
  change: JudgeChange | null,
  terms: TrustTerms,
  now: Date,
): JudgeVersionReport[] {
  const { bothOrders } = facts
  const imported = facts.cells.some(({ kind, version }) => kind === 'version' && version === null)
  return [...facts.versions, ...(imported ? [null] : [])].map((row) => {
    const { version, served } = row ?? { version: null, served: null }
    const isServed = (fact: { version: number | null; served: string | null }) =>
      fact.version === version && fact.served === served
    const inKind = (kind: VoteCell['kind']) =>
      facts.cells.filter((cell) => cell.kind === kind && isServed(cell))
    const votes = inKind('version')
    return {
      ...measureTrust(
        {
          months: inKind('month'),
          days: inKind('day'),
          change,
          lapses: facts.lapses.filter(isServed),
          bothOrders,
        },
        terms,
        now,
      ),
      version,
      model: row?.model ?? null,
      servedModel: served,
      rubric: row?.rubric ?? null,
      rubricSha256: row?.rubricSha256 ?? null,
      params: row?.params ?? null,
      since: row?.since.toISOString() ?? null,
      current: row?.current ?? false,
      standing: sumCounts(votes.filter(({ counted }) => counted)),
      figures: judgeFigures(
        votes,
        facts.requests.filter((request) => request.kind === 'version' && isServed(request)),
        bothOrders,
      ),
      cost: judgeCost(facts.sums.find(isServed), votes),
      failures: countFailures(facts.failures.filter(isServed)),
    }
  })
}

/** The cost of a judge's calls, in total and per vote; null without calls. */
function judgeCost(sum: CallSums | undefined, votes: readonly VoteCell[]): JudgeCost | null {
  if (!sum) return null
  const { calls, failed, usd, medianLatencyMs, votesUsd, votesLatencyMs } = sum
  const votesMade = sumCounts(votes.filter(({ madeHere }) => madeHere))
  const perVote = (total: number) => (votesMade > 0 ? total / votesMade : null)
  return {
    calls,
    failedCalls: failed,
    usd,
    usdPerVote: votesUsd === null ? null : perVote(votesUsd),
    medianLatencyMs,
    latencyMsPerVote: perVote(votesLatencyMs),
  }
}

/** Why judgements failed, most frequent first. */
function countFailures(failures: readonly FailureCount[]): JudgeReport['failures'] {
  return [...Map.groupBy(failures, ({ cause }) => cause)]
    .map(([cause, all]) => ({ cause, count: all.reduce((sum, { count }) => sum + count, 0) }))
    .sort((a, b) => b.count - a.count || (a.cause < b.cause ? -1 : 1))
}

const sumCounts = (cells: readonly VoteCell[]) => cells.reduce((sum, { count }) => sum + count, 0)
