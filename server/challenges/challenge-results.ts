/** What came of the runs of an attempt, prompt by prompt. */
import { mergeOrders } from '../judging/index.ts'
import type { Deps } from '../platform/deps.ts'
import { isRetryable } from '../runs/index.ts'
import type { ChallengeJudging } from './challenge-spec.ts'
import { selectAnswerPairs, selectJudgedPrompts, selectUnanswered } from './judged-prompt-queries.ts'
import type { JudgedPromptRow, Unanswered } from './judged-prompt-queries.ts'

/** What became of one prompt, as the second of the two contestants sees it. */
export interface ChallengeResult {
  promptId: number
  /** Null: nothing came of it, for the cause given. */
  outcome: 'won' | 'lost' | 'tie' | null
  /** Who has no answer: a challenger has lost by it; of an incumbent, or both, nothing follows. Null: both answered. */
  absent: 'challenger' | 'incumbent' | null
  /** Ids of those who have no answer and were never asked for it to the end. */
  unasked: number[]
  cause: string | null
  /** Whether it failed for what may pass, so that it is worth another try. */
  mayPass: boolean
  inconsistent: boolean
  /** Both answers are the same text: a tie, and no judge was asked. */
  identical: boolean
  reason: string | null
  judgementId: string | null
}

/** What came of a challenge so far, for every prompt that was judged, or that not both answered. */
export async function challengeResults(
  { db }: Pick<Deps, 'db'>,
  arenaId: number,
  examination: ChallengeJudging,
): Promise<ChallengeResult[]> {
  const pairs = await selectAnswerPairs(db, arenaId, examination)
  const examined = new Map(
    (await selectJudgedPrompts(db, arenaId, examination, pairs)).map((one) => [one.promptId, one]),
  )
  const judged = pairs.flatMap(({ promptId, identical }) => {
    if (identical) return [{ ...NOTHING, promptId, outcome: 'tie' as const, identical }]
    const one = examined.get(promptId)
    return one ? [resultOf(examination, one)] : []
  })
  return [...judged, ...(await selectUnanswered(db, arenaId, examination)).map(absentee)]
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
  const there = { ...NOTHING, promptId, judgementId: id }
  if (status !== 'done' || !first || !second) {
    const why = cause ?? 'not judged'
    return { ...there, outcome: null, cause: why, mayPass: isRetryable(why) }
  }
  const { outcome, inconsistent, reason } = mergeOrders(first, second, 'pairwise', 2)[criterion][0]
  if (outcome === 'tie' || outcome === 'both_bad') return { ...there, outcome: 'tie', inconsistent, reason }
  const isFirst = outcome === 'left'
  const winner = isFirst === (firstContestantId === contestants[0]) ? contestants[0] : contestants[1]
  return { ...there, outcome: winner === contestants[1] ? 'won' : 'lost', inconsistent, reason }
}
