import type { Transaction } from 'kysely'
import { arenaById } from '../../arenas/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { ProblemError } from '../../platform/problem.ts'
import type { Database } from '../../platform/schema.ts'
import { lockRuns } from '../../runs/index.ts'
import type { RunDeps } from '../../runs/index.ts'
import { attempt } from './attempt.ts'
import { endChallenge, selectOpenChallenge, selectTerms, stopChallenge } from './challenge-queries.ts'
import type { ChallengeRow } from './challenge-queries.ts'
import { NothingToEnter } from './challenge-stopped.ts'
import { selectEntered } from './queries.ts'

/**
 * The job that follows each run of a challenge: weighs what came of it, enters attempts in the log, starts the next run,
 * and ends the challenge when nothing is left. What it goes by are facts alone, so that any process does it, and twice
 * does no harm.
 */
export async function advanceChallenge(deps: RunDeps, arenaId: number): Promise<void> {
  const arena = await arenaById(deps.db, arenaId)
  while (arena && (await advance(deps, arena)));
}

/** @returns whether there is more to be done at once */
async function advance(deps: RunDeps, arena: Arena): Promise<boolean> {
  const { db, clock } = deps
  const locked = <T>(act: (trx: Transaction<Database>, open: ChallengeRow) => Promise<T>) =>
    db.transaction().execute(async (trx) => {
      await lockRuns(trx, arena.id)
      const open = await selectOpenChallenge(trx, arena.id)
      return open ? act(trx, open) : null
    })
  let tried: ChallengeRow | undefined
  try {
    const goesOn = await locked((trx, open) => {
      tried = open
      return goOn(deps, trx, arena, open)
    })
    return goesOn ?? false
  } catch (error) {
    if (!(error instanceof NothingToEnter || error instanceof ProblemError)) throw error
    const { said } = error
    const stopped = error instanceof NothingToEnter ? error.stopped : 'refused'
    await locked(async (trx, open) => {
      // as soon as the lock was gone it may have been asked for again, or another one
      if (open.id !== tried?.id || open.asked !== tried.asked) return
      await stopChallenge(trx, arena.id, stopped, said, clock())
    })
    return false
  }
}

/**
 * Brings a challenge forward by one thing: starts a run, enters an attempt, or ends it. To be called by who has locked
 * the arena's runs.
 * @returns whether there is more to be done at once; else a run goes on, or it has come to its end
 * @throws {NothingToEnter} when what came does not do for an attempt, or the budget is spent
 * @throws {ProblemError} when it cannot go on as it was begun
 */
export async function goOn(
  deps: RunDeps,
  trx: Transaction<Database>,
  arena: Arena,
  challenge: ChallengeRow,
): Promise<boolean> {
  let latest: number | undefined
  for (const trial of challenge.trials) {
    latest = await selectEntered(trx, arena.id, trial.key)
    if (latest === undefined) {
      const terms = await selectTerms(trx, arena.id, challenge.epoch)
      return (await attempt(deps, trx, arena, { ...terms, challenge, trial })) !== null
    }
  }
  await endChallenge(trx, arena.id, challenge.id, latest!, deps.clock())
  return false
}
