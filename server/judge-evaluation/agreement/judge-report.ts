import type { JudgeReport, JudgeTrust, TrustTerms } from '../../../shared/contracts/index.ts'
import type { JudgeLapse, VoteCell } from './cell-queries.ts'
import type { AaControl } from './aa-control/index.ts'
import type { CallSums, FailureCount, InjectedCount, VersionRow } from './cost-queries.ts'
import { driftOf, selfAgreementOf } from './drift-of.ts'
import type { JudgeAsking } from './drift-of.ts'
import { figuresOf } from './figures.ts'
import { pairedAgreements } from './jury-agreement.ts'
import type { TwoRaters } from './jury-queries.ts'
import { judgeWarnings } from './judge-warnings.ts'
import { favouredBy } from './same-family.ts'
import type { PeopleSums, VotePairs } from './people-queries.ts'
import type { RequestCell } from './request-queries.ts'
import type { NamedContestant } from './tally-queries.ts'
import { positionEffectOf } from './position-effect.ts'
import { leastTrusted } from './trust.ts'
import { lastChange } from './trust-evidence.ts'
import { costOf, failuresOf, versionReports } from './version-report.ts'
import type { JudgeFacts } from './version-report.ts'
import type { LogprobCount, WeighedJudgement } from './weighing-queries.ts'

/** All facts that an evaluation uses. */
export interface EvaluationFacts {
  contestants: NamedContestant[]
  versions: VersionRow[]
  families: ReadonlyMap<string, string | null>
  cells: VoteCell[]
  requests: RequestCell[]
  askedAgain: JudgeAsking[]
  lapses: JudgeLapse[]
  sums: CallSums[]
  failures: FailureCount[]
  injected: InjectedCount[]
  boards: ReadonlyMap<string, JudgeReport['boards']>
  controls: AaControl[]
  two: VotePairs[]
  people: PeopleSums
  twoVersions: TwoRaters<number>[]
  logprobs: LogprobCount[]
  weighed: WeighedJudgement[]
}

/** One judge's part of a report. */
export function judgeReport(
  judge: string,
  facts: EvaluationFacts,
  terms: TrustTerms,
  now: Date,
): JudgeReport {
  const ofJudge = <T extends { judge: string | null }>(all: readonly T[]) =>
    all.filter((one) => one.judge === judge)
  const cells = ofJudge(facts.cells)
  const judgeFacts: JudgeFacts = {
    cells,
    showings: ofJudge(facts.requests),
    versions: ofJudge(facts.versions),
    sums: ofJudge(facts.sums),
    failures: ofJudge(facts.failures),
    logprobs: ofJudge(facts.logprobs),
    weighed: ofJudge(facts.weighed),
    lapses: facts.lapses,
    bothOrders: cells.some((cell) => !cell.madeHere && cell.inconsistent),
  }
  const all = cells.filter(({ kind }) => kind === 'version')
  const family = facts.families.get(judge) ?? null
  const byMonth = slices(judgeFacts, 'month', () => true).map(({ slice, figures }) => ({
    month: slice!,
    figures,
  }))
  const drift = driftOf(byMonth)
  const versions = versionReports(judgeFacts, lastChange(drift), terms, now)
  const { state, failure, measuredAt, due, pairsMissing, evidence } = decisiveVersion(versions)
  const report = {
    judge,
    state,
    failure,
    measuredAt,
    due,
    pairsMissing,
    ...(evidence && { evidence }),
    active: judgeFacts.versions.some(({ active }) => active),
    family,
    kin: favouredBy(family, facts.contestants).map(({ name }) => name),
    figures: figuresOf(
      all.filter(({ counted }) => counted),
      judgeFacts.showings.filter(({ kind }) => kind === 'version'),
      judgeFacts.bothOrders,
    ),
    cost: costOf(
      judgeFacts.sums.find(({ version }) => version === null),
      all,
    ),
    failures: failuresOf(judgeFacts.failures),
    injected: ofJudge(facts.injected)[0]?.injected ?? 0,
    positionEffect: positionEffectOf(
      judgeFacts.showings.filter(({ kind }) => kind === 'meeting'),
      facts.contestants,
    ),
    selfAgreement: selfAgreementOf(ofJudge(facts.askedAgain)),
    versions,
    betweenVersions: betweenVersions(facts.twoVersions, versions),
    byCriterion: slices(judgeFacts, 'criterion', isCounted).map(({ slice, figures }) => ({
      criterion: slice!,
      figures,
    })),
    byCategory: slices(judgeFacts, 'category', isCounted).map(({ slice, figures }) => ({
      category: slice,
      figures,
    })),
    byMonth,
    drift,
    boards: facts.boards.get(judge) ?? [],
    controls: ofJudge(facts.controls).map(({ judge: _judge, ...control }) => control),
  }
  return { ...report, findings: judgeWarnings(report, terms) }
}

/** The trust in a judge, as boards use it. */
export function trustOf({ judge, versions }: JudgeReport, { minAgreement }: TrustTerms): JudgeTrust {
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
  }
}

/** The version that decides trust: the least trusted one with counted votes, else the current one. */
function decisiveVersion(versions: JudgeReport['versions']) {
  const withVotes = versions.filter((version) => version.standing > 0)
  return leastTrusted(withVotes) ?? versions.find(({ current }) => current) ?? versions[0]
}

/** The agreement of each two versions of a judge. */
function betweenVersions(
  two: EvaluationFacts['twoVersions'],
  versions: JudgeReport['versions'],
): JudgeReport['betweenVersions'] {
  const ids = new Set(versions.map(({ version }) => version))
  return pairedAgreements(two.filter(({ one }) => ids.has(one))).map(({ raters, ...figures }) => ({
    versions: raters,
    ...figures,
  }))
}

const isCounted = ({ counted }: VoteCell) => counted

function slices(
  { cells, showings, bothOrders }: JudgeFacts,
  kind: 'criterion' | 'category' | 'month',
  isSelected: (cell: VoteCell) => boolean,
) {
  const chosen = cells.filter((cell) => cell.kind === kind && isSelected(cell))
  return [...Map.groupBy(chosen, ({ slice }) => slice)]
    .sort(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1))
    .map(([slice, inSlice]) => ({
      slice,
      figures: figuresOf(
        inSlice,
        showings.filter((one) => one.kind === kind && one.slice === slice),
        bothOrders,
      ),
    }))
}
