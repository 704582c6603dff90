import { countWork, judgingRuns, planPair, queueJudgements, type PlannedJudgement } from '../judging/index.ts'
import { addJob, type JobRequest, addJobs } from '../platform/jobs/jobs.ts'
import { readSpec, type RunDeps, type RunKind, sqlStatuses, isOpen, type Run } from '../runs/index.ts'
import { applyChallengeEvent, selectOpenChallenge } from './challenge-machine.ts'
import {
  ChallengeSpec,
  type ChallengeJudging,
  selectAnswerPairs,
  selectSpent,
  type AnswerPair,
} from './challenge-results.ts'
import { sql } from 'kysely'
import type { Deps } from '../platform/deps.ts'
import { queryColumn } from '../platform/postgres/query.ts'

const NO_CHECKS = { done: 0, failed: 0, left: 0, callsLeft: 0 }

/**
 * The kind of run that judges a challenge. Its judgements are no votes, so no board changes, and no answer is
 * checked.
 */
export const challengeRuns: RunKind<ChallengeSpec> = {
  names: ['challenge'],
  spec: ChallengeSpec,
  // a challenge is about the first answers
  scope: ({ challenge }) => ({ ...challenge, samples: 1 }),
  prepare: () => Promise.resolve(true),
  plan: planJudging,
  queue: (deps, run, _spec, room) => queueJudgements(deps, run, room),
  isFinished: () => Promise.resolve(true),
  count: async (db, { arena_id: arenaId, id }) => ({
    ...(await countWork(db, arenaId, id)),
    checks: NO_CHECKS,
    pair: null,
  }),
  modelsCalled: judgingRuns.modelsCalled,
  // startChallenge has asked for the models
  requireModels: () => Promise.resolve(),
  async afterStop(deps, trx, run, event) {
    if (event === 'finish' || event === 'reject') return addJob(trx, challengeJob(run.arena_id))
    if (event !== 'cancel' && event !== 'supersede') return
    const { spec } = readSpec({ spec: ChallengeSpec }, run)
    const open = await selectOpenChallenge(trx, run.arena_id)
    if (open && open.id === spec?.by?.challenge) await applyChallengeEvent(deps, trx, open, 'cancel')
  },
  async afterBudget(
    trx,
    { arena_id: arenaId, budget_usd: budgetUsd, spent_usd: runSpentUsd },
    { challenge },
  ) {
    const { spentUsd } = await selectSpent(trx, arenaId, challenge.key)
    await sql`update challenges set budget_usd = ${budgetUsd === null ? null : budgetUsd + spentUsd - runSpentUsd}
      where arena_id = ${arenaId} and status = 'open'`.execute(trx)
  },
  series: {
    isOpen: async (db, arenaId) => (await selectOpenChallenge(db, arenaId)) !== undefined,
    async cancel(deps, trx, arenaId) {
      const open = await selectOpenChallenge(trx, arenaId)
      return open !== undefined && (await applyChallengeEvent(deps, trx, open, 'cancel')) !== null
    },
  },
}

async function planJudging(
  deps: RunDeps,
  run: Run,
  { challenge }: ChallengeSpec,
  isLast: boolean,
): Promise<boolean> {
  const pairs = await selectAnswerPairs(deps.db, run.arena_id, challenge)
  const answerIds = pairs.flatMap((pair) => pair.answerIds)
  return planPair(deps, run, { ...challenge, answerIds }, challengeJudgements(challenge, pairs), isLast)
}

/** The judgements of a challenge: one for every prompt that both answered, except with equal texts. */
const challengeJudgements = (
  { versionId, criterion }: ChallengeJudging,
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

/** The job that follows each run of a challenge. */
export const CHALLENGE_TASK = 'advance-challenge'

/** Advances the arena's open challenge: reads the results of its runs and starts the next one. */
export const challengeJob = (arenaId: number): JobRequest => ({
  task: CHALLENGE_TASK,
  payload: { arenaId },
  queue: `challenge-${arenaId}`,
  key: `${CHALLENGE_TASK} ${arenaId}`,
})

/**
 * Queues the job of every open challenge without an open run: the job that should follow its last run may be lost.
 */
export async function requeueChallenges({ db }: Pick<Deps, 'db'>): Promise<void> {
  const arenaIds = await queryColumn<number>(db)`
    select c.arena_id from challenges c
    where c.status = 'open' and (select r.status not in (${sqlStatuses(isOpen)}) from runs r where r.arena_id = c.arena_id
      order by r.id desc limit 1)
    order by c.arena_id`
  await addJobs(db, arenaIds.map(challengeJob))
}
