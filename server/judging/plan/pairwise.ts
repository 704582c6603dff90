import type { AnswerPair } from './answer-pairs.ts'

/**
 * One meeting of each pair, then a second of each, and so on until every pair has as many as are asked for.
 * @param perPair null: all there are
 * @param stands whether a meeting was examined already: it counts, and comes first
 * @param isSpent whether a meeting can give no vote any more
 */
export function drawPairs(
  pairs: readonly (readonly AnswerPair[])[],
  perPair: number | null,
  stands: (meeting: AnswerPair) => boolean,
  isSpent: (meeting: AnswerPair) => boolean,
): AnswerPair[] {
  const chosen = pairs.map((meetings) => {
    const usable = meetings.filter((one) => !isSpent(one))
    const first = usable.filter(stands)
    const rest = usable.filter((one) => !stands(one))
    return [...first, ...rest].slice(0, perPair === null ? undefined : Math.max(perPair, first.length))
  })
  const most = chosen.reduce((top, { length }) => Math.max(top, length), 0)
  const drawn: AnswerPair[] = []
  for (let round = 0; round < most; round++)
    for (const meetings of chosen) if (round < meetings.length) drawn.push(meetings[round])
  return drawn
}
