/** Starts a run of a climb: one judge compares two contestants on the prompts of an epoch. It casts no votes. */
import type { Transaction } from 'kysely'
import { msg } from '../../shared/messages/index.ts'
import { forgetOutdated } from '../answers/index.ts'
import type { Arena } from '../arenas/index.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Database } from '../platform/schema.ts'
import {
  applyRunEvent,
  countMissingAnswers,
  insertRunning,
  isOpen,
  isRunning,
  readSpec,
  requireBudget,
  selectLatestRun,
} from '../runs/index.ts'
import type { Run, RunDeps } from '../runs/index.ts'
import { ChallengeSpec } from './challenge-spec.ts'
import type { AskedBy, ChallengeJudging } from './challenge-spec.ts'
import { selectSpent } from './judged-prompt-queries.ts'

/**
 * Starts the next run of a challenge, or continues the interrupted one. A stopped run of another challenge ends;
 * what it paid for stays. The caller must have locked the arena's runs.
 * @param budgetUsd  budget of all runs of the attempt together; null for no limit
 * @throws {ProblemError} if other judging is open, or the budget cannot be kept
 */
export async function startNext(
  deps: RunDeps,
  trx: Transaction<Database>,
  { id: arenaId, slug }: Pick<Arena, 'id' | 'slug'>,
  { judging, request, budgetUsd }: { judging: ChallengeJudging; request: AskedBy; budgetUsd: number | null },
): Promise<Run> {
  const latest = await selectLatestRun(trx, arenaId)
  const open = latest && isOpen(latest.status) ? latest : undefined
  const stopped = open?.kind === 'challenge' ? open : undefined
  if (open && !stopped && open.status !== 'budget_reached') refuse(slug, open)
  // the run judges only these two contestants
  await forgetOutdated(trx, arenaId, judging.contestants)
  const interrupted =
    stopped && isSame(readSpec({ spec: ChallengeSpec }, stopped).spec, judging) ? stopped : undefined
  if (stopped && !interrupted) await applyRunEvent(deps, trx, stopped, 'supersede')
  const { spentUsd } = await selectSpent(trx, arenaId, judging.key)
  const spentBySame = interrupted?.spent_usd ?? 0
  const budget = budgetUsd === null ? null : budgetUsd - spentUsd + spentBySame
  if (budget !== null)
    await requireBudget(deps, trx, { arena_id: arenaId, kind: 'challenge' }, budget, spentBySame)
  const missing = await countMissingAnswers(trx, arenaId, interrupted?.id ?? 0, judging)
  const expected = { calls: missing + 2 * judging.promptIds.length, costUsd: null }
  const spec: ChallengeSpec = { challenge: judging, by: request, expected }
  const change = { plan: JSON.stringify(spec), budget_usd: budget }
  if (!interrupted) return insertRunning(deps, trx, { arena_id: arenaId, kind: 'challenge', ...change })
  const run = await applyRunEvent(deps, trx, interrupted, 'restart', change)
  if (!run) throw new ProblemError('invalid_request', msg('no_run_to_go_on', { arena: slug }))
  return run
}

const isSame = (spec: ChallengeSpec | null, { key, promptIds }: ChallengeJudging): boolean =>
  spec?.challenge.key === key && spec.challenge.promptIds.join() === promptIds.join()

function refuse(slug: string, { status, kind }: Run): never {
  const command = kind === 'run' ? 'deadheat run ARENA.yaml' : `deadheat judge ${slug}`
  throw new ProblemError(
    'invalid_request',
    isRunning(status)
      ? msg('judged_now', { arena: slug })
      : msg('judging_paused', { arena: slug, goOn: command }),
  )
}
