import type { Arena } from '../../../server/arenas/index.ts'
import {
  compareContestants,
  judgeBatch,
  type BatchRequest,
  type BatchStep,
} from '../../../server/comparisons/index.ts'
import type { AppContext } from '../../../server/open-app.ts'
import type { Comparison, JudgeCalls, JudgingProgress } from '../../../shared/contracts/index.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import { note, type Terminal } from '../terminal/terminal.ts'
import { percent } from '../terminal/lines.ts'
import { UsageError } from '../terminal/errors.ts'
import { JudgingStopped } from '../../../server/platform/setup-error.ts'
import { whileWorking, type ShowRun } from './work-on-run.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'

/** A look at two contestants between two batches. */
interface Look extends Pick<BatchStep, 'comparison' | 'calls' | 'stopped'> {
  /** The prompts of the next batch; null if judging has stopped. */
  prompts: number[] | null
}

/** What judging two contestants needs of the database or of a server. */
interface PairJudging {
  arena: string
  budgetUsd: number | null
  /** @param start whether the next batch starts, if there is one */
  look: (tried: ReadonlySet<number>, start: boolean) => Promise<Look>
  /** The comparison on the votes there are. */
  compare: () => Promise<Comparison>
}

/**
 * Judges two contestants batch by batch and tests after each batch. It stops when the comparison is decided, the budget
 * is spent, everything is judged, or somebody interrupts it. The same call resumes.
 * @returns the comparison at that time, with the calls it took
 * @throws {ProblemError} as nextBatch does, and if nothing is left to judge and there are no votes
 * @throws {JudgingStopped} if a failure paused it, or if no votes came
 * @throws {UsageError} if the budget is too small for one vote
 */
export function judgePair(
  terminal: Terminal,
  app: AppContext,
  arena: Arena,
  request: Omit<BatchRequest, 'tried'>,
): Promise<Comparison> {
  const { deps } = app
  const look = (tried: ReadonlySet<number>, start: boolean) =>
    judgeBatch(deps, arena, { ...request, tried }, start)
  const compare = () => compareContestants(deps, arena, request)
  const judging = { arena: arena.slug, budgetUsd: request.budgetUsd, look, compare }
  return whileWorking(terminal, app, arena, null, (showRun) => batchByBatch(terminal, judging, showRun))
}

/** The same in whatever place `judging` works on; see `judgePair`. */
export async function batchByBatch(
  terminal: Terminal,
  judging: PairJudging,
  showRun: ShowRun,
): Promise<Comparison> {
  const tried = new Set<number>()
  let latest: JudgingProgress | null = null
  for (let batches = 0; ; batches++) {
    const { comparison, calls, prompts, stopped } = await judging.look(tried, true)
    if (batches > 0) note(terminal, lookWords(batches, comparison, calls))
    if (prompts === null) return ended(comparison, calls, stopped!)
    latest = (await showRun())!
    const { status, cause } = latest
    if (status === 'paused' && cause !== null)
      throw new JudgingStopped(
        msg('judging_is_paused', { why: sentence(cause), more: msg('judged_is_kept') }),
      )
    if (status === 'done' || status === 'running') {
      for (const prompt of prompts) tried.add(prompt)
      continue
    }
    const last = await judging.look(tried, false)
    return ended(last.comparison, last.calls, status)
  }

  async function ended(
    comparison: Comparison | null,
    calls: JudgeCalls,
    stopped: NonNullable<Comparison['stopped']>,
  ): Promise<Comparison> {
    if (comparison) return { ...comparison, calls, stopped }
    if (stopped === 'budget_reached')
      throw new UsageError(msg('budget_before_votes', { budget: judging.budgetUsd }))
    if (latest) throw new JudgingStopped(withoutVotes(latest))
    // earlier runs ended without a vote, and failed judgements are not repeated by themselves
    if (calls.made > 0) throw new JudgingStopped(msg('judgements_all_failed', { arena: judging.arena }))
    return { ...(await judging.compare()), calls, stopped }
  }
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

/** Why there are no votes to compare. */
function withoutVotes({ status, answers, failures }: JudgingProgress): CodedMessage {
  if (status !== 'done') return msg('judging_ended', { status, more: msg('judged_is_kept') })
  const reasons = [
    ...(answers.failed > 0 ? [`${withCommas(answers.failed)} answers could not be generated`] : []),
    ...failures.map(({ cause, count }) => `${withCommas(count)} × ${cause.replaceAll('_', ' ')}`),
  ]
  return msg('no_votes_came', {
    why: reasons.length > 0 ? ` (last: ${reasons.join(', ')})` : '',
    more: msg('judged_is_kept'),
  })
}

/** The result after a batch, in one line. */
function lookWords(batches: number, comparison: Comparison | null, { made, planned }: JudgeCalls): string {
  const criterionResults = (comparison?.criteria ?? []).map(
    ({ criterion, winRate, significantFor }) =>
      `${criterion} ${percent(winRate)}, ${significantFor ? `decided for ${significantFor}` : 'not decided'}`,
  )
  const results = criterionResults.length > 0 ? criterionResults.join('; ') : 'no votes yet'
  return `Look ${batches}: ${results}; ${withCommas(made)} of ${withCommas(planned)} calls.`
}
