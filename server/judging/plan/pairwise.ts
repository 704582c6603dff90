import type { AnswerPair } from './answer-pairs.ts'

/**
 * Draws one prompt for each pair, then a second, and so on, until every pair has `perPair`.
 * @param perPair  null for all
 * @param isJudged  whether an answer pair was judged already: it counts and comes first
 * @param isSpent  whether its judgement failed, so that it can give no vote
 */
export function drawPairs(
  pairs: readonly (readonly AnswerPair[])[],
  perPair: number | null,
  isJudged: (meeting: AnswerPair) => boolean,
  isSpent: (meeting: AnswerPair) => boolean,
): AnswerPair[] {
  const chosen = pairs.map((meetings) => {
    const usable = meetings.filter((one) => !isSpent(one))
    const first = usable.filter(isJudged)
    const rest = usable.filter((one) => !isJudged(one))
    return [...first, ...rest].slice(0, perPair === null ? undefined : Math.max(perPair, first.length))
  })
  const most = chosen.reduce((top, { length }) => Math.max(top, length), 0)
  const drawn: AnswerPair[] = []
  for (let round = 0; round < most; round++)
    for (const meetings of chosen) if (round < meetings.length) drawn.push(meetings[round])
  return drawn
}
