import { RandomStream } from '../../../shared/stats/internal.ts'
import type { RunAnswer } from '../plan/estimate/index.ts'
import { shuffled } from '../plan/index.ts'

export type DrawnPair = [RunAnswer, RunAnswer]

/**
 * Draws pairs of different answers of two contestants to the same prompt. All prompts give one pair before any gives a
 * second one, and no answer is in two pairs.
 * @param most  the number of pairs to draw; fewer if the answers do not give so many
 */
export function drawPairs(answers: readonly RunAnswer[], most: number, seed: number): DrawnPair[] {
  const stream = new RandomStream(seed, ROUND)
  const byPrompt = Map.groupBy(answers, ({ promptId }) => promptId)
  const perPrompt = shuffled([...byPrompt.values()], stream).map((group) => pairUp(shuffled(group, stream)))
  const longest = Math.max(0, ...perPrompt.map(({ length }) => length))
  return Array.from({ length: longest }, (_, turn) =>
    perPrompt.flatMap((pairs) => pairs.slice(turn, turn + 1)),
  )
    .flat()
    .slice(0, most)
}

/** Separates this draw from others with the same seed. */
const ROUND = 0x1ec7

function pairUp(answers: readonly RunAnswer[]): DrawnPair[] {
  const free = [...answers]
  const pairs: DrawnPair[] = []
  while (free.length > 1) {
    const one = free.shift()!
    const place = free.findIndex(
      (other) => other.contestantId !== one.contestantId && other.text !== one.text,
    )
    if (place >= 0) pairs.push([one, free.splice(place, 1)[0]])
  }
  return pairs
}
