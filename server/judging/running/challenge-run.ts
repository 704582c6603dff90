/** A run of a climb: two contestants, examined by one judge on the prompts of an epoch. It casts no votes. */
import type { Transaction } from 'kysely'
import { msg } from '../../../shared/messages/index.ts'
import { forgetOutdated } from '../../answers/index.ts'
import type { Arena } from '../../arenas/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { addJob } from '../../platform/jobs.ts'
import { ProblemError } from '../../platform/problem.ts'
import type { Database } from '../../platform/schema.ts'
import type { PlannedJudgement } from '../plan/index.ts'
import { mergeOrders } from '../verdicts/index.ts'
import { selectAnswerPairs, selectExamined, selectSpent, selectUnanswered } from './challenge-queries.ts'
import type { AnswerPair, Examined, Unanswered } from './challenge-queries.ts'
import { challengeOf } from './challenge-wish.ts'
import type { AskedBy, ChallengeWish } from './challenge-wish.ts'
import { advanceJob } from './run-jobs.ts'
import { insertRun, selectLatestRun, updateRun } from './run-queries.ts'
import type { Run } from './run-queries.ts'
import { requirePrices } from './start-run.ts'
import { mayPass } from './trouble.ts'
import { countMissingAnswers } from './work-queries.ts'

const OPEN: ReadonlySet<Run['status']> = new Set(['running', 'paused', 'budget_reached'])

/**
 * Starts the run of a challenge, or goes on with the one that was interrupted; one of another challenge that was left
 * ends, and what it paid for stays. To be called by who has locked the arena's runs.
 * @param budgetUsd  the most that all runs of the attempt may cost; null: no bound
 * @throws {ProblemError} when another run of the arena is open, or a budget cannot be kept
 */
export async function startChallengeRun(
  { clock, prices }: Pick<Deps, 'clock' | 'prices'>,
  trx: Transaction<Database>,
  { id: arenaId, slug }: Pick<Arena, 'id' | 'slug'>,
  { wish, by, budgetUsd }: { wish: ChallengeWish; by: AskedBy; budgetUsd: number | null },
): Promise<Run> {
  const at = clock()
  const latest = await selectLatestRun(trx, arenaId)
  const open = latest && OPEN.has(latest.status) ? latest : undefined
  if (open && open.kind !== 'challenge' && open.status !== 'budget_reached') refuse(slug, open)
  // what becomes of others in the meantime is no matter of this challenge
  await forgetOutdated(trx, arenaId, wish.contestants)
  const same = open && isSame(challengeOf(open), wish) ? open : undefined
  if (open?.kind === 'challenge' && !same)
    await updateRun(trx, arenaId, open.id, [open.status], { status: 'cancelled', ended_at: at })
  const { spentUsd } = await selectSpent(trx, arenaId, wish.key)
  const budget = budgetUsd === null ? null : budgetUsd - spentUsd + (same?.spent_usd ?? 0)
  if (budget !== null) await requirePrices({ db: trx, prices }, arenaId, budget, same)
  const missing = await countMissingAnswers(trx, arenaId, same?.id ?? 0, wish)
  const expected = { calls: missing + 2 * wish.promptIds.length, costUsd: null }
  const plan = JSON.stringify({ challenge: wish, by, expected })
  const from = { status: 'running' as const, plan, budget_usd: budget, ended_at: null }
  const run = same
    ? await updateRun(trx, arenaId, same.id, [same.status], { ...from, cause: null, planned_at: null })
    : await insertRun(trx, { arena_id: arenaId, kind: 'challenge', started_at: at, ...from })
  await addJob(trx, advanceJob(arenaId, run!.id, at))
  return run!
}

const isSame = (one: ChallengeWish | null, other: ChallengeWish): boolean =>
  one?.key === other.key && one.promptIds.join() === other.promptIds.join()

function refuse(slug: string, { status, kind }: Run): never {
  const goOn = kind === 'run' ? 'deadheat run ARENA.yaml' : `deadheat judge ${slug}`
  throw new ProblemError(
    'invalid_request',
    status === 'running' ? msg('judged_now', { arena: slug }) : msg('judging_paused', { arena: slug, goOn }),
  )
}

/** What is to be judged of a challenge: every prompt that both answered, but equal texts. */
export const judgementsOf = (
  { versionId, criterion }: ChallengeWish,
  pairs: readonly AnswerPair[],
): PlannedJudgement[] =>
  pairs
    .filter(({ identical }) => !identical)
    .map(({ promptId, answerIds }, place) => ({
      versionId,
      criteria: [criterion],
      form: 'pairwise',
      promptId,
      answerIds,
      repeat: 0,
      place,
    }))

/** What became of one prompt, as the second of the two contestants sees it. */
export interface ChallengeResult {
  promptId: number
  /** Null: nothing came of it, for the cause given. */
  outcome: 'won' | 'lost' | 'tie' | null
  /** Who has no answer: a challenger has lost by it; of an incumbent, or both, nothing follows. Null: both answered. */
  absent: 'challenger' | 'incumbent' | null
  /** Ids of those who have no answer and were never asked for it to the end. */
  unasked: number[]
  cause: string | null
  /** Whether it failed for what may pass, so that it is worth another try. */
  mayPass: boolean
  inconsistent: boolean
  /** Both answers are the same text: a tie, and no judge was asked. */
  identical: boolean
  reason: string | null
  judgementId: string | null
}

/** What came of a challenge so far, for every prompt that was judged, or that not both answered. */
export async function challengeResults(
  { db }: Pick<Deps, 'db'>,
  arenaId: number,
  wish: ChallengeWish,
): Promise<ChallengeResult[]> {
  const pairs = await selectAnswerPairs(db, arenaId, wish)
  const examined = new Map((await selectExamined(db, arenaId, wish, pairs)).map((one) => [one.promptId, one]))
  const judged = pairs.flatMap(({ promptId, identical }) => {
    if (identical) return [{ ...NOTHING, promptId, outcome: 'tie' as const, identical }]
    const one = examined.get(promptId)
    return one ? [resultOf(wish, one)] : []
  })
  return [...judged, ...(await selectUnanswered(db, arenaId, wish)).map(absentee)]
}

const NOTHING = {
  absent: null,
  unasked: [],
  cause: null,
  mayPass: false,
  inconsistent: false,
  identical: false,
  reason: null,
  judgementId: null,
}

const absentee = ({ promptId, challenger, causes, unasked }: Unanswered): ChallengeResult => ({
  ...NOTHING,
  promptId,
  outcome: challenger ? 'lost' : null,
  absent: challenger ? 'challenger' : 'incumbent',
  unasked,
  cause: causes.at(-1) ?? 'no answer',
  mayPass: causes.some(mayPass),
})

function resultOf({ contestants, criterion }: ChallengeWish, examined: Examined): ChallengeResult {
  const { id, promptId, status, cause, first, second, firstContestantId } = examined
  const there = { ...NOTHING, promptId, judgementId: id }
  if (status !== 'done' || !first || !second) {
    const why = cause ?? 'not judged'
    return { ...there, outcome: null, cause: why, mayPass: mayPass(why) }
  }
  const { outcome, inconsistent, reason } = mergeOrders(first, second, 'pairwise', 2)[criterion]![0]!
  if (outcome === 'tie' || outcome === 'both_bad') return { ...there, outcome: 'tie', inconsistent, reason }
  const isFirst = outcome === 'left'
  const winner = isFirst === (firstContestantId === contestants[0]) ? contestants[0] : contestants[1]
  return { ...there, outcome: winner === contestants[1] ? 'won' : 'lost', inconsistent, reason }
}
