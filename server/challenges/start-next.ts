/** A run of a climb: two contestants, judged by one judge on the prompts of an epoch. It casts no votes. */
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
 * Starts the next run of a challenge, or continues the one that was interrupted; one of another challenge that was left
 * ends, and what it paid for stays. To be called by who has locked the arena's runs.
 * @param budgetUsd  the most that all runs of the attempt may cost; null: no bound
 * @throws {ProblemError} when another run of the arena is open, or a budget cannot be kept
 */
export async function startNext(
  deps: RunDeps,
  trx: Transaction<Database>,
  { id: arenaId, slug }: Pick<Arena, 'id' | 'slug'>,
  { examination, by, budgetUsd }: { examination: ChallengeJudging; by: AskedBy; budgetUsd: number | null },
): Promise<Run> {
  const latest = await selectLatestRun(trx, arenaId)
  const open = latest && isOpen(latest.status) ? latest : undefined
  const left = open?.kind === 'challenge' ? open : undefined
  if (open && !left && open.status !== 'budget_reached') refuse(slug, open)
  // what becomes of others in the meantime is no matter of this challenge
  await forgetOutdated(trx, arenaId, examination.contestants)
  const same = left && isSame(readSpec({ spec: ChallengeSpec }, left).spec, examination) ? left : undefined
  if (left && !same) await applyRunEvent(deps, trx, left, 'supersede')
  const { spentUsd } = await selectSpent(trx, arenaId, examination.key)
  const spentBySame = same?.spent_usd ?? 0
  const budget = budgetUsd === null ? null : budgetUsd - spentUsd + spentBySame
  if (budget !== null)
    await requireBudget(deps, trx, { arena_id: arenaId, kind: 'challenge' }, budget, spentBySame)
  const missing = await countMissingAnswers(trx, arenaId, same?.id ?? 0, examination)
  const expected = { calls: missing + 2 * examination.promptIds.length, costUsd: null }
  const spec: ChallengeSpec = { challenge: examination, by, expected }
  const asked = { plan: JSON.stringify(spec), budget_usd: budget }
  if (!same) return insertRunning(deps, trx, { arena_id: arenaId, kind: 'challenge', ...asked })
  const run = await applyRunEvent(deps, trx, same, 'restart', asked)
  if (!run) throw new ProblemError('invalid_request', msg('no_run_to_go_on', { arena: slug }))
  return run
}

const isSame = (spec: ChallengeSpec | null, { key, promptIds }: ChallengeJudging): boolean =>
  spec?.challenge.key === key && spec.challenge.promptIds.join() === promptIds.join()

function refuse(slug: string, { status, kind }: Run): never {
  const goOn = kind === 'run' ? 'deadheat run ARENA.yaml' : `deadheat judge ${slug}`
  throw new ProblemError(
    'invalid_request',
    isRunning(status) ? msg('judged_now', { arena: slug }) : msg('judging_paused', { arena: slug, goOn }),
  )
}
