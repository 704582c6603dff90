import type { Transaction } from 'kysely'
import { messagesOfIssue, msg } from '../../shared/messages/index.ts'
import { arenaById } from '../arenas/index.ts'
import type { Arena } from '../arenas/index.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Database } from '../platform/schema.ts'
import { lockRuns } from '../runs/index.ts'
import type { RunDeps } from '../runs/index.ts'
import { advanceAttempt } from './advance-attempt.ts'
import { applyChallengeEvent } from './change-state.ts'
import { selectOpenChallenge, selectTerms } from './challenge-queries.ts'
import type { ChallengeRow } from './challenge-queries.ts'
import { ChallengeTrials } from './challenge-spec.ts'
import { resultOf, stop } from './challenge-step.ts'
import type { Step } from './challenge-step.ts'
import { selectEntered } from './queries.ts'

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
