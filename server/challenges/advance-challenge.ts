import { type Transaction, type Kysely, type Insertable, sql } from 'kysely'
import { messagesOfIssue, msg } from '../../shared/messages/index.ts'
import { arenaById, type Arena } from '../arenas/index.ts'
import { ProblemError } from '../platform/http/http.ts'
import type { Database } from '../platform/schema.ts'
import { lockRuns, type RunDeps } from '../runs/index.ts'
import { applyChallengeEvent } from './change-state.ts'
import { selectOpenChallenge, type ChallengeRow } from './challenge-queries.ts'
import { ChallengeTrials } from './challenge-spec.ts'
import { resultOf, stop, type Step } from './challenge-step.ts'
import { selectEntered } from './queries.ts'
import type { ChallengeResult } from './challenge-results.ts'
import { judgeSide, type AttemptTerms } from './judge-side.ts'
import { selectSpent } from './judged-prompt-queries.ts'
import { hasEnoughResults, passesGate } from './gate-results.ts'
import type { ClimbGate } from '../../shared/contracts/index.ts'
import type { ClimbAttemptTable, ClimbResultTable } from './tables.ts'

/**
 * The job that follows each run of a challenge. It reads the results, enters attempts in the log, starts the next
 * run, and ends the challenge when nothing is left. It reads only the database, so any process can run it, and
 * running it twice does no harm.
 */
export async function advanceChallenge(deps: RunDeps, arenaId: number): Promise<void> {
  const arena = await arenaById(deps.db, arenaId)
  while (arena && (await advance(deps, arena)));
}

/** @returns whether more can be done now */
async function advance(deps: RunDeps, arena: Arena): Promise<boolean> {
  const { db } = deps
  let open: ChallengeRow | undefined
  try {
    return await db.transaction().execute(async (trx) => {
      await lockRuns(trx, arena.id)
      open = await selectOpenChallenge(trx, arena.id)
      return open ? await advanceOpen(deps, trx, arena, open) : false
    })
  } catch (error) {
    if (!(error instanceof ProblemError) || !open) throw error
    const challenge = open
    const cause = error.finding
    // its writes were rolled back; a challenge that was requested again meanwhile has changed, so this does nothing
    await db.transaction().execute(async (trx) => {
      await lockRuns(trx, arena.id)
      await applyChallengeEvent(deps, trx, challenge, 'refuse', { cause })
    })
    return false
  }
}

async function advanceOpen(
  deps: RunDeps,
  trx: Transaction<Database>,
  arena: Arena,
  challenge: ChallengeRow,
): Promise<boolean> {
  const step = await takeStep(deps, trx, arena, challenge)
  if (step.kind === 'stop') await applyChallengeEvent(deps, trx, challenge, step.event, { cause: step.cause })
  return step.kind === 'result' && step.result === 'more'
}

/**
 * Advances a challenge by one step: starts a run, enters an attempt, or ends the challenge. The caller must have
 * locked the arena's runs.
 * @returns `more` if more can be done now, `entered` if the challenge has ended
 * @throws {ProblemError} if it cannot continue as it was started
 */
export async function takeStep(
  deps: RunDeps,
  trx: Transaction<Database>,
  arena: Arena,
  challenge: ChallengeRow,
): Promise<Step<'more' | 'entered'>> {
  const trials = ChallengeTrials.safeParse(challenge.trials, { reportInput: true })
  if (!trials.success) {
    const [{ path, message }] = messagesOfIssue(trials.error.issues[0])
    const problem = msg('at_place', { place: path.join('.') || 'trials', wrong: message })
    return stop('refuse', msg('challenge_unreadable', { problem }))
  }
  let latest: number | null = null
  for (const trial of trials.data) {
    latest = (await selectEntered(trx, arena.id, trial.key)) ?? null
    if (latest !== null) continue
    const terms = await selectTerms(trx, arena.id, challenge.epoch)
    const step = await advanceAttempt(deps, trx, arena, { ...terms, challenge, trial })
    return step.kind === 'result' ? resultOf('more') : step
  }
  await applyChallengeEvent(deps, trx, challenge, 'enter', { attempt: latest })
  return resultOf('entered')
}

/** The judge version and criterion of an epoch. */
const selectTerms = (
  db: Kysely<Database>,
  arenaId: number,
  epoch: number,
): Promise<{ versionId: number; criterion: string }> =>
  db
    .selectFrom('climb_epochs')
    .select(['judge_version_id as versionId', 'criterion'])
    .where('arena_id', '=', arenaId)
    .where('number', '=', epoch)
    .executeTakeFirstOrThrow()

// Advances one attempt: judged, compared with the gate, and entered in the log.

type NewAttempt = Omit<Insertable<ClimbAttemptTable>, 'arena_id' | 'number' | 'gate'> & {
  gate: ClimbGate
}
type NewResult = Omit<Insertable<ClimbResultTable>, 'arena_id' | 'attempt'>

/** Enters an attempt with its results, as the arena's next. @returns its number */
async function insertAttempt(
  trx: Transaction<Database>,
  arenaId: number,
  attempt: NewAttempt,
  results: readonly NewResult[],
): Promise<number> {
  const { number } = await trx
    .insertInto('climb_attempts')
    .values({
      ...attempt,
      arena_id: arenaId,
      gate: JSON.stringify(attempt.gate),
      number: sql<number>`(select coalesce(max(number), 0) + 1 from climb_attempts where arena_id = ${arenaId})`,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  await sql`
    insert into climb_results
    select r.* from jsonb_populate_recordset(null::climb_results, ${JSON.stringify(
      results.map((result) => ({ ...result, arena_id: arenaId, attempt: number })),
    )}::jsonb) r`.execute(trx)
  return number
}

/** When the first run of an attempt started; null if it has none. */
async function selectBegan(db: Kysely<Database>, arenaId: number, key: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(started_at) as at from runs
    where arena_id = ${arenaId} and kind = 'challenge' and plan->'challenge'->>'key' = ${key}`.execute(db)
  return rows[0].at
}

/**
 * Advances an attempt. It is judged on the prompts of the gate, then on the held-out prompts if it passes. When both
 * are done, it is entered in the log.
 * @returns its number
 * @throws {ProblemError} as judgeSide
 */
async function advanceAttempt(
  deps: RunDeps,
  trx: Transaction<Database>,
  arena: Arena,
  trying: AttemptTerms,
): Promise<Step<number>> {
  const { kind, key, gate, incumbentId, challengerId, open, heldOut } = trying.trial
  const openStep = await judgeSide(deps, trx, arena, trying, 'open')
  if (openStep.kind !== 'result') return openStep
  const results = openStep.result
  const isAgain = kind === 'again'
  const passes = passesGate(results, gate) && (isAgain || hasEnoughResults(results, open.references.length))
  const needsHoldOut = passes && !isAgain && heldOut.references.length > 0
  const heldOutStep = needsHoldOut ? await judgeSide(deps, trx, arena, trying, 'heldOut') : resultOf([])
  if (heldOutStep.kind !== 'result') return heldOutStep
  const heldOutResults = heldOutStep.result
  const holdsOnHoldOut =
    isAgain ||
    !gate.holdOut ||
    (passesGate(heldOutResults, { ...gate, alpha: 1 }) &&
      hasEnoughResults(heldOutResults, heldOut.references.length))
  const verdict = passes && holdsOnHoldOut ? 'promote' : 'do_not_promote'
  const { spentUsd, priced } = await selectSpent(trx, arena.id, key)
  const now = deps.clock()
  const row = {
    epoch: trying.challenge.epoch,
    kind,
    incumbent_id: incumbentId,
    challenger_id: challengerId,
    gate,
    verdict,
    promoted: verdict === 'promote' && !isAgain,
    sha256: key,
    cost_usd: priced ? spentUsd : null,
    started_at: (await selectBegan(trx, arena.id, key)) ?? now,
    ended_at: now,
  } as const
  const rows = [
    ...results.map((one) => entryOf(one, false)),
    ...heldOutResults.map((one) => entryOf(one, true)),
  ]
  return resultOf(await insertAttempt(trx, arena.id, row, rows))
}

const WINNERS = { won: 'challenger', lost: 'incumbent', tie: 'tie' } as const

const entryOf = (result: ChallengeResult, heldOut: boolean): NewResult => ({
  prompt_id: result.promptId,
  held_out: heldOut,
  winner: result.outcome && WINNERS[result.outcome],
  absent: result.absent,
  cause: result.cause,
  inconsistent: result.inconsistent,
  identical: result.identical,
  reason: result.reason,
  judgement_id: result.judgementId,
})
