/** Which of several answers of a contestant to a prompt a judge is shown. */
import { RandomStream } from '../../../shared/stats/internal.ts'
import type { ExistingJudgement, PlanAnswer } from './planned.ts'

/** Ids of one answer each of two contestants to one prompt. */
export type ShownPair = [number, number]

const SAMPLES = 0x5a3b

/** A key for two contestants on one prompt, the same in either order. */
export const pairOnPrompt = (promptId: number, one: number, other: number): string =>
  `${promptId} ${Math.min(one, other)} ${Math.max(one, other)}`

/**
 * Draws one answer of each contestant, all combinations with different texts equally likely. The draw depends on the
 * seed, the two contestants, the prompt and their answers alone. Null if all texts are the same.
 */
export function drawShown(
  ones: readonly PlanAnswer[],
  others: readonly PlanAnswer[],
  seed: number,
): ShownPair | null {
  const pairs = ones.flatMap((one) =>
    others.filter(({ text }) => text !== one.text).map((other): ShownPair => [one.id, other.id]),
  )
  if (pairs.length < 2) return pairs[0] ?? null
  const { contestantId, promptId } = ones[0]
  const stream = new RandomStream(seed ^ SAMPLES, Math.imul(contestantId, 0x10001) ^ others[0].contestantId)
  return pairs[Math.floor(new RandomStream(stream.next(), promptId).uniform() * pairs.length)]
}

/** One answer of each contestant to each prompt, drawn from the seed; all of them where there is one each. */
export function drawOneEach(answers: readonly PlanAnswer[], seed: number): PlanAnswer[] {
  const samples = Map.groupBy(answers, ({ promptId, contestantId }) => `${promptId} ${contestantId}`)
  const drawn = new Set(
    [...samples.values()].map((all) => {
      if (all.length === 1) return all[0]
      const stream = new RandomStream(seed ^ SAMPLES, all[0].contestantId)
      return all[Math.floor(new RandomStream(stream.next(), all[0].promptId).uniform() * all.length)]
    }),
  )
  return answers.filter((answer) => drawn.has(answer))
}

/**
 * The answers that judgements of two show already, by `pairOnPrompt`: they count, whichever samples they show. One that
 * did not fail comes first, then the earliest.
 */
export function shownBefore(
  existing: readonly ExistingJudgement[],
  answers: ReadonlyMap<number, PlanAnswer>,
): Map<string, ShownPair> {
  const shown = new Map<string, ShownPair>()
  for (const { answerIds } of existing.toSorted((a, b) => Number(a.failed) - Number(b.failed))) {
    const [one, other] = answerIds.map((id) => answers.get(id))
    if (answerIds.length !== 2 || !one || !other) continue
    const key = pairOnPrompt(one.promptId, one.contestantId, other.contestantId)
    if (!shown.has(key)) shown.set(key, [one.id, other.id])
  }
  return shown
}
