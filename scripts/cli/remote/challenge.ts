import { setTimeout as sleep } from 'node:timers/promises'
import { DeadheatError } from '../../../clients/typescript/index.ts'
import { ChallengeStopped } from '../../../server/challenges/index.ts'
import type {
  ChallengeBody,
  Challenged,
  ChallengeOutcome,
  ChallengeState,
  Climb,
} from '../../../shared/contracts/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { note } from '../terminal/output.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { adminPath, whileFollowing } from './follow-run.ts'
import type { Remote } from './server.ts'

const LOOK_EVERY_MS = 1000

/**
 * Starts a challenge on a server, after waiting for another one that is running, and shows it until it ends or waits for
 * somebody.
 * @throws {ChallengeStopped} if it has no outcome, or none yet
 */
export function challengeOver(
  terminal: Terminal,
  remote: Remote,
  slug: string,
  body: ChallengeBody,
): Promise<Challenged> {
  const at = `/api/arenas/${encodeURIComponent(slug)}/challenges`
  const startIfFree = () =>
    remote.json<ChallengeState>(at, { method: 'POST', body }).catch((error: unknown) => {
      if (error instanceof DeadheatError && error.code === 'challenge_under_way') return null
      throw error
    })
  return whileFollowing(terminal, remote, slug, async (showRun, interrupted) => {
    let started = await startIfFree()
    if (!started) note(terminal, 'Another challenge of this arena is running; waiting until it ends.')
    while (!started) {
      await sleep(LOOK_EVERY_MS, undefined, { signal: interrupted }).catch(() => undefined)
      if (interrupted.aborted) throw new ChallengeStopped('running', msg('other_challenge_goes_on'))
      started = await startIfFree()
    }
    await showRun(async () => (await remote.json<ChallengeState>(at)).challenge?.status !== 'running')
    const outcome = await remote.json<ChallengeOutcome>(`${adminPath(slug)}/challenges/outcome`)
    if (outcome.challenged) return outcome.challenged
    throw new ChallengeStopped(
      outcome.stopped!.how,
      msg('sentence_of_server', { text: outcome.stopped!.message }),
    )
  })
}

/** Every attempt so far, with the texts that the admin token shows. */
export const climbOver = ({ json }: Remote, slug: string): Promise<Climb> =>
  json<Climb>(`/api/arenas/${encodeURIComponent(slug)}/climb`)
