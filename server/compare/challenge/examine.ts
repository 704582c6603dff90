/** Has the two contestants of a challenge examined, and says what came of it. */
import type { JudgingProgress } from '../../../shared/contracts/index.ts'
import type { ChallengeCounts } from '../../../shared/stats/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { challengeResults, startChallengeRun } from '../../judging/index.ts'
import type { ChallengeResult, ChallengeWish } from '../../judging/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { ProblemError } from '../../platform/problem.ts'

/** How a challenge has its runs done; the terminal shows how far they are. */
export interface Work {
  /** Does the arena's run, beside whoever else does, until it is running no more. */
  seeThrough: () => Promise<JudgingProgress>
  /** Another challenge of the arena is under way, whose end is waited for. */
  onWait: () => void
  budgetUsd: number | null
}

/** Judging stopped before its end, through no fault of the request: what was judged stays, and the same goes on. */
export class ChallengeStopped extends Error {
  override name = 'ChallengeStopped'
}

/**
 * Makes what answers are missing and has both orders judged.
 * @throws {ChallengeStopped} when the run stops before its end, or no verdict comes of it
 */
export async function examine(
  deps: Deps,
  arena: Arena,
  wish: ChallengeWish,
  work: Work,
): Promise<ChallengeResult[]> {
  await startChallengeRun(deps, arena, wish, work.budgetUsd)
  const { status, cause, answers, failures } = await work.seeThrough()
  if (status !== 'done')
    throw new ChallengeStopped(`${STOPPED[status]}${cause ? `: ${cause}` : ''}. ${GO_ON}`)
  const results = await challengeResults(deps, arena.id, wish)
  if (results.some(({ cause: why }) => why === 'superseded'))
    throw new ProblemError(
      'invalid_request',
      `The judge of arena "${arena.slug}" was changed while it judged. Challenge again: a new epoch begins.`,
    )
  if (results.some(({ outcome }) => outcome !== null)) return results
  const why = failures.map((one) => `${one.count} × ${one.cause}`).join(', ')
  throw new ChallengeStopped(
    answers.failed > 0 && results.length === 0
      ? `No answer came (${answers.failed} failed), so nothing could be judged. ${GO_ON}`
      : `No verdict came${why ? ` (${why})` : ''}, and nothing is entered in the log. ${GO_ON}`,
  )
}

const GO_ON = 'What was judged is kept: the same command goes on from there.'
const STOPPED: Record<Exclude<JudgingProgress['status'], 'done'>, string> = {
  running: 'Judging was left',
  paused: 'Judging is paused',
  cancelled: 'Judging was cancelled',
  budget_reached: 'The budget is spent',
}

/** Wins, losses and ties of the challenger. */
export function countsOf(results: readonly ChallengeResult[]): ChallengeCounts {
  const count = (outcome: ChallengeResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).length
  return { wins: count('won'), losses: count('lost'), ties: count('tie') }
}
