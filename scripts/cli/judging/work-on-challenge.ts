import { setTimeout as sleep } from 'node:timers/promises'
import type { Arena } from '../../../server/arenas/index.ts'
import {
  challengeOutcome,
  ChallengeStopped,
  isAtRest,
  startChallenge,
  type ChallengeRequest,
} from '../../../server/challenges/index.ts'
import type { Challenged } from '../../../shared/contracts/index.ts'
import type { AppContext } from '../../../server/open-app.ts'
import { ProblemError } from '../../../server/platform/problem.ts'
import { note } from '../terminal/output.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { whileWorking } from './work-on-run.ts'
import { msg } from '../../../shared/messages/index.ts'

const LOOK_EVERY_MS = 1000

/**
 * Starts a challenge, after waiting for another one that is running, and works on it until it ends or waits for
 * somebody. Other processes may work on it too.
 * @returns its outcome
 * @throws {ProblemError} as startChallenge does
 * @throws {ChallengeStopped} if it has no outcome, or none yet
 */
export async function workOnChallenge(
  terminal: Terminal,
  app: AppContext,
  arena: Arena,
  request: ChallengeRequest,
  atOnce: number | null,
): Promise<Challenged> {
  const { deps } = app
  const started = await startIfFree()
  if (started !== null && (await isAtRest(deps, arena, started)))
    return challengeOutcome(deps, arena, started)
  return whileWorking(terminal, app, arena, atOnce, async (showRun, interrupted) => {
    const id = started ?? (await afterTheOther(interrupted))
    await showRun(() => isAtRest(deps, arena, id))
    return challengeOutcome(deps, arena, id)
  })

  function startIfFree(): Promise<number | null> {
    return startChallenge(deps, arena, request).catch((error: unknown) => {
      if (error instanceof ProblemError && error.code === 'challenge_under_way') return null
      throw error
    })
  }

  /** Works on the other challenge too, since the process that worked on it may be gone. */
  async function afterTheOther(interrupted: AbortSignal): Promise<number> {
    note(terminal, 'Another challenge of this arena is running; waiting until it ends.')
    while (!interrupted.aborted) {
      await sleep(LOOK_EVERY_MS, undefined, { signal: interrupted }).catch(() => undefined)
      const id = interrupted.aborted ? null : await startIfFree()
      if (id !== null) return id
    }
    throw new ChallengeStopped('running', msg('other_challenge_goes_on'))
  }
}
