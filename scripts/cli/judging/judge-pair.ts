import type {
  BatchBody,
  BatchLook,
  Comparison,
  JudgeCalls,
  JudgingProgress,
} from '../../../shared/contracts/index.ts'
import { withCommas } from '../../../shared/sentence/index.ts'
import { adminPath, arenaPath, type Remote } from '../remote/server.ts'
import { printNote, type Terminal } from '../terminal/terminal.ts'
import { percent } from '../../../shared/finish/lines.ts'
import { UsageError } from '../terminal/errors.ts'
import { JudgingStopped } from '../../../server/platform/setup-error.ts'
import { causeWord, joinedCause } from '../../../shared/finish/run-view.ts'
import { judgesBoard, runChanges } from './finish.ts'
import { whileJudging, type ShowRun } from './work-on-run.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { withStop } from '../../../shared/messages/short-list.ts'

/** The two contestants, and how they are judged: what is left out is as the arena has it. */
type PairBody = Pick<BatchBody, 'a' | 'b'> & { [Part in keyof BatchBody]?: BatchBody[Part] | undefined }

/**
 * Judges two contestants batch by batch and tests after each batch. It stops when the comparison is decided, the budget
 * is spent, everything is judged, or somebody interrupts it. The same call resumes.
 * @returns the comparison at that time, with the calls it took
 * @throws {DeadheatError} as the server refuses it, and if nothing is left to judge and there are no votes
 * @throws {JudgingStopped} if a failure paused it, or if no votes came
 * @throws {UsageError} if the budget is too small for one vote
 */
export const judgePair = (
  terminal: Terminal,
  remote: Remote,
  slug: string,
  pair: PairBody,
): Promise<Comparison> =>
  whileJudging(terminal, remote, slug, null, (showRun) => batchByBatch(terminal, remote, slug, pair, showRun))

async function batchByBatch(
  terminal: Terminal,
  remote: Remote,
  slug: string,
  pair: PairBody,
  showRun: ShowRun,
): Promise<Comparison> {
  const { json } = remote
  const tried = new Set<number>()
  /** @param start whether the next batch starts, if there is one */
  const requestBatch = (start: boolean) =>
    json<BatchLook>(`${adminPath(slug)}/compare/batch`, {
      method: 'POST',
      body: { ...pair, tried: [...tried], start },
    })
  let latest: JudgingProgress | null = null
  printNote(terminal, reachWords(await requestBatch(false)))
  const before = await judgesBoard(remote, slug)
  for (let batches = 0; ; batches++) {
    const { comparison, calls, prompts, stopped } = await requestBatch(true)
    if (batches > 0) printNote(terminal, lookWords(batches, comparison, calls))
    if (prompts === null) return ended(comparison, calls, stopped!)
    latest = (await showRun())!
    const { status, cause } = latest
    if (status === 'paused' && cause !== null)
      throw new JudgingStopped(
        msg('judging_resumes', { why: `Judging is paused: ${withStop(joinedCause(cause))} Fix that.` }),
      )
    if (status === 'done' || status === 'running') {
      for (const prompt of prompts) tried.add(prompt)
      continue
    }
    const last = await requestBatch(false)
    return ended(last.comparison, last.calls, status)
  }

  async function ended(
    comparison: Comparison | null,
    calls: JudgeCalls,
    stopped: NonNullable<Comparison['stopped']>,
  ): Promise<Comparison> {
    if (comparison) {
      const changed = runChanges(before, await judgesBoard(remote, slug))
      return { ...comparison, calls, stopped, ...(changed && { changed }) }
    }
    if (stopped === 'budget_reached')
      throw new UsageError(
        `--budget ${pair.budgetUsd ?? latest?.budgetUsd ?? null}: it does not cover one vote under every criterion, because the most that a call may cost is reserved first. Give a higher budget.`,
      )
    if (latest) throw new JudgingStopped(withoutVotes(latest))
    // earlier runs ended without a vote, and failed judgements are not repeated by themselves
    if (calls.made > 0)
      throw new JudgingStopped(
        `All judgements of these two failed, so there are no votes. Fix the cause, then judge them again: deadheat judge ${slug} --retry-failed.`,
      )
    const { criteria: criterion, batch: _, budgetUsd: _limit, looks: _looks, ...query } = pair
    const compared = { query: { ...query, criterion, sequential: true } }
    return { ...(await json<Comparison>(`${arenaPath(slug)}/compare`, compared)), calls, stopped }
  }
}

/** Why there are no votes to compare. */
function withoutVotes({ status, answers, failures }: JudgingProgress): CodedMessage {
  if (status !== 'done')
    return msg('judging_resumes', {
      why: `Judging was ${status} before there were votes under every criterion.`,
    })
  const reasons = [
    ...(answers.failed > 0 ? [`${withCommas(answers.failed)} answers could not be generated`] : []),
    ...failures.map(({ cause, count }) => `${withCommas(count)} × ${causeWord(cause)}`),
  ]
  const last = reasons.length > 0 ? ` (last: ${reasons.join(', ')})` : ''
  return msg('judging_resumes', { why: `No votes came under every criterion${last}. Fix that.` })
}

/** What the prompts of the two can show, before anything is spent. */
function reachWords({ leastWins, looks }: BatchLook): string {
  if (leastWins === null) return 'The two share no prompt that these judges are asked about.'
  const { tasks, wins } = leastWins
  if (wins === null)
    return `These ${tasks} prompts cannot show it: even ${tasks} wins of ${tasks} would not be enough.`
  const when = looks === 'one' ? 'once all are judged' : 'at any look'
  return `With ${withCommas(tasks)} prompts, ${withCommas(wins)} wins of ${withCommas(tasks)} or more can be shown, ${when}.`
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
