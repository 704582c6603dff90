import type {
  JudgeCost,
  JudgeReport,
  JudgeVersionReport,
  TrustTerms,
} from '../../../shared/contracts/index.ts'
import type { JudgeLapse, VoteCell } from './cell-queries.ts'
import type { CallSums, FailureCount, VersionRow } from './cost-queries.ts'
import { figuresOf } from './figures.ts'
import { measureTrust } from './measure-trust.ts'
import type { RequestCell } from './request-queries.ts'
import type { JudgeChange } from './trust-evidence.ts'
import { weighingOf } from './weighing.ts'
import type { LogprobCount, WeighedJudgement } from './weighing-queries.ts'

/** The facts about one judge. */
export interface JudgeFacts {
  cells: readonly VoteCell[]
  showings: readonly RequestCell[]
  versions: readonly VersionRow[]
  sums: readonly CallSums[]
  failures: readonly FailureCount[]
  logprobs: readonly LogprobCount[]
  weighed: readonly WeighedJudgement[]
  lapses: readonly JudgeLapse[]
  /** Whether its imported votes are known to have been judged in both orders. */
  bothOrders: boolean
}

/** The versions of a judge as served, newest first. Imported votes form one version without details. */
export function versionReports(
  facts: JudgeFacts,
  change: JudgeChange | null,
  terms: TrustTerms,
  now: Date,
): JudgeVersionReport[] {
  const { bothOrders } = facts
  const imported = facts.cells.some(({ kind, version }) => kind === 'version' && version === null)
  return [...facts.versions, ...(imported ? [null] : [])].map((row, i) => {
    const { version, served } = row ?? { version: null, served: null }
    const isServed = (one: { version: number | null; served: string | null }) =>
      one.version === version && one.served === served
    const inKind = (kind: VoteCell['kind']) =>
      facts.cells.filter((cell) => cell.kind === kind && isServed(cell))
    const votes = inKind('version')
    const isFirst = facts.versions.findIndex((one) => one.version === version) === i
    const asked = isFirst ? facts.logprobs.find((one) => one.version === version) : undefined
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
      standing: countOf(votes.filter(({ counted }) => counted)),
      figures: figuresOf(
        votes,
        facts.showings.filter((one) => one.kind === 'version' && isServed(one)),
        bothOrders,
      ),
      cost: costOf(facts.sums.find(isServed), votes),
      failures: failuresOf(facts.failures.filter(isServed)),
      ...(asked && {
        weighing: weighingOf(
          asked,
          facts.weighed.filter((one) => one.version === version),
        ),
      }),
    }
  })
}

/** The cost of a judge's calls, in total and per vote; null without calls. */
export function costOf(sum: CallSums | undefined, votes: readonly VoteCell[]): JudgeCost | null {
  if (!sum) return null
  const { calls, failed, usd, medianLatencyMs, votesUsd, votesLatencyMs } = sum
  const votesMade = countOf(votes.filter(({ madeHere }) => madeHere))
  const perVote = (total: number) => (votesMade > 0 ? total / votesMade : null)
  return {
    calls,
    failedCalls: failed,
    usd,
    usdPerVote: perVote(votesUsd),
    medianLatencyMs,
    latencyMsPerVote: perVote(votesLatencyMs),
  }
}

/** Why judgements failed, most frequent first. */
export function failuresOf(failures: readonly FailureCount[]): JudgeReport['failures'] {
  return [...Map.groupBy(failures, ({ cause }) => cause)]
    .map(([cause, all]) => ({ cause, count: all.reduce((sum, { count }) => sum + count, 0) }))
    .sort((a, b) => b.count - a.count || (a.cause < b.cause ? -1 : 1))
}

const countOf = (cells: readonly VoteCell[]) => cells.reduce((sum, { count }) => sum + count, 0)
