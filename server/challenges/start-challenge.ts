import { sql } from 'kysely'
import { answeringContestants } from '../answers/index.ts'
import type { Arena } from '../arenas/index.ts'
import { raiseArenaBudget } from '../ledger/index.ts'
import { storeVersion, requireCallerModels } from '../judging/index.ts'
import { msg } from '../../shared/messages/index.ts'
import { recordAct } from '../platform/audit.ts'
import { addJobs } from '../platform/jobs/jobs.ts'
import { ProblemError } from '../platform/problem.ts'
import { requireValue } from '../platform/postgres/query.ts'
import type { Trx } from '../platform/schema.ts'
import {
  advanceJob,
  isRunning,
  changeRuns,
  selectLatestRun,
  supersedeOpen,
  type RunDeps,
  type Run,
} from '../runs/index.ts'
import { takeStep } from './advance-challenge.ts'
import { challengeJob } from './challenge-runs.ts'
import {
  progressOfOpen,
  selectOpenChallenge,
  type ChallengeRow,
  applyChallengeEvent,
} from './challenge-machine.ts'
import { planChallenge, type ChallengeRequest, type PlannedChallenge } from './plan-challenge.ts'
import { selectEntered } from './climb-log.ts'
import { selectSpent } from './challenge-results.ts'

/**
 * Starts a challenge of the climb's incumbent. A judge sees the reference and both answers, blind and in both
 * orders, and says which is closer. Jobs do the work. If the same challenge is requested again, it continues, or is
 * not judged again if it is in the log. A different challenge that was stopped ends. No judgement is a vote.
 * @returns its id
 * @throws {ProblemError} invalid_request if the challenge is not possible or other judging is open;
 *   challenge_under_way while another challenge runs
 */
export async function startChallenge(
  deps: RunDeps,
  arena: Arena,
  request: ChallengeRequest,
): Promise<number> {
  const { db, clock } = deps
  const draft = await planChallenge(db, arena, request)
  if ((await enteredAs(db, arena, draft)) === undefined) {
    await requireRoom(db, arena, draft)
    await requireModels(deps, arena, draft)
  }
  return changeRuns(db, arena.id, async (trx, latest) => {
    const planned = await planChallenge(trx, arena, request)
    const now = clock()
    const entered = await enteredAs(trx, arena, planned)
    if (entered !== undefined) return insertChallenge(trx, arena.id, planned, request, now, entered)
    const open = await requireRoom(trx, arena, planned)
    const continued = open && isSame(open, planned) ? open : undefined
    if (open && continued && progressOfOpen(latest) === 'running' && open.budget_usd === request.budgetUsd) {
      await requeue(trx, arena.id, latest)
      return open.id
    }
    if (open && !continued) await supersedeOpen(deps, trx, arena, latest)
    if (planned.epoch.isNew) await beginEpoch(trx, arena, planned, now)
    const id = continued?.id ?? (await insertChallenge(trx, arena.id, planned, request, now))
    if (continued)
      await applyChallengeEvent(deps, trx, continued, 'ask_again', { budgetUsd: request.budgetUsd })
    if (request.raisesArena) await raiseArenaFor(deps, trx, arena, planned, request)
    await startFirst(deps, trx, arena)
    await recordAct(trx, deps, arena.id, 'challenge_started', {
      incumbent: planned.incumbent.name,
      challenger: planned.challenger.name,
      epoch: planned.epoch.number,
      budgetUsd: request.budgetUsd,
      goesOn: continued !== undefined,
    })
    return id
  })
}

/** Lets the arena's budget cover what the attempts of a challenge may still cost. */
async function raiseArenaFor(
  deps: RunDeps,
  trx: Trx,
  { id }: Arena,
  { attempts }: PlannedChallenge,
  { budgetUsd }: ChallengeRequest,
): Promise<void> {
  if (budgetUsd === null) return
  let left = 0
  for (const { key } of attempts)
    if ((await selectEntered(trx, id, key)) === undefined)
      left += Math.max(0, budgetUsd - (await selectSpent(trx, id, key)).spentUsd)
  await raiseArenaBudget(trx, deps, id, left)
}

/** The number of its attempt in the log; undefined if it is not there. */
const enteredAs = (
  db: RunDeps['db'],
  { id }: Arena,
  { attempts }: PlannedChallenge,
): Promise<number | undefined> => selectEntered(db, id, attempts.at(-1)!.key)

/** The open challenge, if it is the same or was stopped. @throws {ProblemError} challenge_under_way */
async function requireRoom(
  db: RunDeps['db'],
  { id, slug }: Arena,
  planned: PlannedChallenge,
): Promise<ChallengeRow | undefined> {
  const open = await selectOpenChallenge(db, id)
  if (open && !isSame(open, planned) && progressOfOpen(await selectLatestRun(db, id)) === 'running')
    throw new ProblemError('challenge_under_way', msg('challenge_under_way', { arena: slug }))
  return open
}

const isSame = ({ trials }: ChallengeRow, planned: PlannedChallenge): boolean =>
  trials.at(-1)!.key === planned.attempts.at(-1)!.key

/** @throws {ProblemError} if its budget is spent, or it cannot continue */
async function startFirst(deps: RunDeps, trx: Trx, arena: Arena): Promise<void> {
  const challenge = await selectOpenChallenge(trx, arena.id)
  if (!challenge) return
  const step = await takeStep(deps, trx, arena, challenge)
  if (step.kind === 'stop') throw new ProblemError('invalid_request', step.cause)
}

/** Queues the jobs of a running challenge again, in case one was lost. */
async function requeue(trx: Trx, arenaId: number, run: Run | undefined): Promise<void> {
  const driving = run && isRunning(run.status) ? [advanceJob(arenaId, run.id)] : []
  await addJobs(trx, [...driving, challengeJob(arenaId)])
}

/** Asks the providers, at no cost, whether they have the models of the challenge. */
async function requireModels(
  deps: RunDeps,
  { id }: Arena,
  { measure, attempts }: PlannedChallenge,
): Promise<void> {
  const contestants = [...(await answeringContestants(deps.db, id)).values()]
  const ids = new Set(attempts.flatMap(({ incumbentId, challengerId }) => [incumbentId, challengerId]))
  await requireCallerModels(deps, id, [
    measure.judge,
    ...contestants.filter((contestant) => ids.has(contestant.id)),
  ])
}

async function beginEpoch(
  trx: Trx,
  { id: arenaId }: Arena,
  { measure, epoch: { number } }: PlannedChallenge,
  now: Date,
): Promise<void> {
  const { judge, criterion, sha256, referencesSha256, holdOut, references } = measure
  const versionId = await storeVersion(trx, arenaId, judge, now)
  await sql`
    insert into climb_epochs (arena_id, number, judge_version_id, criterion, sha256, references_sha256, hold_out, started_at)
    values (${arenaId}, ${number}, ${versionId}, ${criterion}, ${sha256}, ${referencesSha256},
      ${holdOut && JSON.stringify(holdOut)}, ${now})`.execute(trx)
  await sql`
    insert into climb_references (arena_id, epoch, prompt_id, reference, held_out)
    select ${arenaId}, ${number}, * from unnest(${references.map(({ id }) => id)}::integer[],
      ${references.map(({ reference }) => reference)}::text[], ${references.map(({ heldOut }) => heldOut)}::boolean[])`.execute(
    trx,
  )
}

/** @param attempt  its number in the log, which had it already; missing: the challenge is open. @returns its id */
const insertChallenge = (
  trx: Trx,
  arenaId: number,
  { incumbent, challenger, standingId, epoch, attempts }: PlannedChallenge,
  { budgetUsd }: ChallengeRequest,
  now: Date,
  attempt: number | null = null,
): Promise<number> =>
  requireValue<number>(trx)`
    insert into challenges (arena_id, epoch, incumbent_id, challenger_id, standing_id, trials, budget_usd, started_at, status,
      attempt, stood, ended_at)
    values (${arenaId}, ${epoch.number}, ${incumbent.id}, ${challenger.id}, ${standingId}, ${JSON.stringify(attempts)},
      ${budgetUsd}, ${now}, ${attempt === null ? 'open' : 'entered'}, ${attempt}, ${attempt !== null},
      ${attempt === null ? null : now})
    returning id`
