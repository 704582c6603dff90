/** Has the two contestants of a challenge examined, and says what came of it. */
import type { JudgingProgress } from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { challengeResults, countRunsDone, startChallengeRun } from '../../judging/index.ts'
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
  /** `failed`: the run came to its end, but not to what the attempt needs. */
  readonly stopped: Exclude<JudgingProgress['status'], 'done'> | 'failed'

  constructor(stopped: ChallengeStopped['stopped'], message: string) {
    super(message)
    this.stopped = stopped
  }
}

/** In so many runs is asked for what fails for troubles that pass; then it has failed for good. */
const MOST_RUNS = 3

/** A side of the hold-out. */
export interface Side {
  /** Prompts that both answer, or can be asked to. */
  promptIds: number[]
  /** All of this side, those among them. */
  references: number[]
  heldOut: boolean
}

/**
 * Makes what answers are missing and has both orders judged.
 * @returns what came of every reference of the side, but those without a result for want of an answer to ask for
 * @throws {ChallengeStopped} when the run stops before its end, what failed may come yet, or nothing came
 */
export async function examine(
  deps: Deps,
  arena: Arena,
  { promptIds, references, heldOut, ...rest }: Omit<ChallengeWish, 'promptIds'> & Side,
  work: Work,
): Promise<ChallengeResult[]> {
  const wish = { ...rest, promptIds }
  await startChallengeRun(deps, arena, wish, work.budgetUsd)
  const { status, cause } = await work.seeThrough()
  if (status !== 'done')
    throw new ChallengeStopped(status, `${STOPPED[status]}${cause ? `: ${cause}` : ''}. ${GO_ON}`)
  const results = await challengeResults(deps, arena.id, { ...wish, promptIds: references })
  if (results.some(({ cause: why }) => why === 'superseded'))
    throw new ProblemError(
      'invalid_request',
      `The judge of arena "${arena.slug}" was changed while it judged. Challenge again: a new epoch begins.`,
    )
  const asked = new Set(promptIds)
  const passing = results.filter((one) => one.mayPass && asked.has(one.promptId))
  const nothing = !heldOut && results.every(({ outcome }) => outcome === null)
  if (passing.length === 0 && !nothing) return results
  const judged = results.some(({ outcome, absent }) => outcome !== null && absent === null)
  const left = MOST_RUNS - (await countRunsDone(deps.db, arena.id, wish))
  if (left <= 0 && !nothing && (judged || heldOut)) return results
  throw new ChallengeStopped('failed', whatFailed(results, passing, judged ? left : null))
}

function whatFailed(
  results: readonly ChallengeResult[],
  passing: readonly ChallengeResult[],
  left: number | null,
): string {
  const failed = passing.length > 0 ? passing : results.filter(({ cause }) => cause !== null)
  const words = Object.groupBy(failed, ({ cause }) => cause!.split(':', 1)[0]!)
  const why = Object.entries(words).map(([word, of]) => `${word} ${of!.length}`)
  const what =
    left === null ? 'No verdict came' : `${failed.length} of ${results.length} results did not come`
  const after = left === null ? '' : ` After ${left} more they count as failed.`
  return `${what}${why.length > 0 ? ` (${why.join(', ')})` : ''}, and nothing is entered in the log. ${GO_ON}${after}`
}

const GO_ON = 'What was judged is kept: the same command goes on from there.'
const STOPPED: Record<Exclude<JudgingProgress['status'], 'done'>, string> = {
  running: 'Judging was left',
  paused: 'Judging is paused',
  cancelled: 'Judging was cancelled',
  budget_reached: 'The budget is spent',
}
