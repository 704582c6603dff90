/** The results of the runs of an attempt, by prompt. */
import { mergeOrders } from '../judging/index.ts'
import type { Deps } from '../platform/deps.ts'
import { isRetryable } from '../runs/index.ts'
import type { ChallengeJudging } from './challenge-spec.ts'
import { selectAnswerPairs, selectJudgedPrompts, selectUnanswered } from './judged-prompt-queries.ts'
import type { JudgedPromptRow, Unanswered } from './judged-prompt-queries.ts'

/** The result on one prompt, from the challenger's side. */
export interface ChallengeResult {
  promptId: number
  /** Null if there is no result, for the given cause. */
  outcome: 'won' | 'lost' | 'tie' | null
  /**
   * Who has no answer. A challenger without an answer has lost; if the incumbent or both have none, there is no
   * result. Null if both answered.
   */
  absent: 'challenger' | 'incumbent' | null
  /** Ids of contestants that have no answer and whose calls never ended. */
  unasked: number[]
  cause: string | null
  /** Whether it failed for a passing reason, so that another run may succeed. */
  mayPass: boolean
  inconsistent: boolean
  /** Whether both answers have the same text: a tie without a judge. */
  identical: boolean
  reason: string | null
  judgementId: string | null
}

/**
 * The results of a challenge so far: for every prompt that was judged or that at least one contestant has not
 * answered.
 */
export async function challengeResults(
  { db }: Pick<Deps, 'db'>,
  arenaId: number,
  judging: ChallengeJudging,
): Promise<ChallengeResult[]> {
  const pairs = await selectAnswerPairs(db, arenaId, judging)
  const examined = new Map(
    (await selectJudgedPrompts(db, arenaId, judging, pairs)).map((one) => [one.promptId, one]),
  )
  const judged = pairs.flatMap(({ promptId, identical }) => {
    if (identical) return [{ ...NOTHING, promptId, outcome: 'tie' as const, identical }]
    const one = examined.get(promptId)
    return one ? [resultOf(judging, one)] : []
  })
  return [...judged, ...(await selectUnanswered(db, arenaId, judging)).map(absentee)]
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
  mayPass: causes.some(isRetryable),
})

function resultOf({ contestants, criterion }: ChallengeJudging, examined: JudgedPromptRow): ChallengeResult {
  const { id, promptId, status, cause, first, second, firstContestantId } = examined
  const judged = { ...NOTHING, promptId, judgementId: id }
  if (status !== 'done' || !first || !second) {
    const why = cause ?? 'not judged'
    return { ...judged, outcome: null, cause: why, mayPass: isRetryable(why) }
  }
  const { outcome, inconsistent, reason } = mergeOrders(first, second, 'pairwise', 2)[criterion][0]
  if (outcome === 'tie' || outcome === 'both_bad') return { ...judged, outcome: 'tie', inconsistent, reason }
  const isFirst = outcome === 'left'
  const winner = isFirst === (firstContestantId === contestants[0]) ? contestants[0] : contestants[1]
  return { ...judged, outcome: winner === contestants[1] ? 'won' : 'lost', inconsistent, reason }
}
