import { RandomStream } from '../../../shared/stats/internal.ts'
import type { PlanAnswer, DrawSpec } from './planned.ts'
import { drawShown, pairOnPrompt } from './samples.ts'
import type { ShownPair } from './samples.ts'
import { shuffled } from './shuffled.ts'

/** The answers of two contestants to one prompt, in the order in which they are first shown. */
export interface AnswerPair {
  promptId: number
  /** `pairOnPrompt` of the two. */
  key: string
  category: string | null
  answerIds: [number, number]
}

export interface AnswerPairs {
  /** One list for each pair of contestants, in random order, with its answer pairs in random order. */
  pairs: AnswerPair[][]
  identical: number
}

const PAIRS = 0xa5a5

/**
 * All answer pairs of every pair of contestants, shuffled. Of two consecutive answer pairs, one shows the first
 * contestant first and the other the second, by coin. The order of a pair depends only on the seed, the pair and the
 * prompts. So a new contestant or prompt does not change the order of the others. Of several answers of a contestant
 * to a prompt, one is drawn.
 * @param shown answers that judgements show already, by `pairOnPrompt`; they are taken instead of drawn ones
 */
export function answerPairsOf(
  answers: readonly PlanAnswer[],
  baseline: DrawSpec['baseline'],
  seed: number,
  shown: ReadonlyMap<string, ShownPair>,
): AnswerPairs {
  const byContestant = new Map<number, Map<number, PlanAnswer[]>>()
  for (const answer of answers) {
    const byPrompt = byContestant.get(answer.contestantId) ?? new Map<number, PlanAnswer[]>()
    const samples = byPrompt.get(answer.promptId)
    if (samples) samples.push(answer)
    else byPrompt.set(answer.promptId, [answer])
    byContestant.set(answer.contestantId, byPrompt)
  }
  const contestants = [...byContestant.keys()].sort((a, b) => a - b)
  const pairs: AnswerPair[][] = []
  let identical = 0
  for (const [i, one] of contestants.entries())
    for (const other of contestants.slice(i + 1)) {
      if (baseline !== null && one !== baseline && other !== baseline) continue
      const stream = new RandomStream(seed, Math.imul(one, 0x10001) ^ other)
      const shared = sharedPrompts(byContestant.get(one)!, byContestant.get(other)!, seed, shown)
      identical += shared.identical
      if (shared.meetings.length > 0) pairs.push(oriented(inRandomOrder(shared.meetings, stream), stream))
    }
  return { pairs: shuffled(pairs, new RandomStream(seed, PAIRS)), identical }
}

function sharedPrompts(
  one: ReadonlyMap<number, PlanAnswer[]>,
  other: ReadonlyMap<number, PlanAnswer[]>,
  seed: number,
  shown: ReadonlyMap<string, ShownPair>,
) {
  const meetings: AnswerPair[] = []
  let identical = 0
  for (const [promptId, answers] of one) {
    const opposites = other.get(promptId)
    if (!opposites) continue
    const key = pairOnPrompt(promptId, answers[0].contestantId, opposites[0].contestantId)
    const before = shown.get(key)
    const answerIds = before ? inOrder(before, answers) : drawShown(answers, opposites, seed)
    if (answerIds) meetings.push({ promptId, key, category: answers[0].category, answerIds })
    else identical++
  }
  return { meetings, identical }
}

/** The pair with the answer that is among `answers` first. */
export const inOrder = ([one, other]: ShownPair, answers: readonly Pick<PlanAnswer, 'id'>[]): ShownPair =>
  answers.some(({ id }) => id === one) ? [one, other] : [other, one]

function inRandomOrder(meetings: readonly AnswerPair[], stream: RandomStream): AnswerPair[] {
  const seed = stream.next()
  return meetings
    .map((meeting) => ({ meeting, at: new RandomStream(seed, meeting.promptId).uniform() }))
    .sort((a, b) => a.at - b.at || a.meeting.promptId - b.meeting.promptId)
    .map(({ meeting }) => meeting)
}

function oriented(meetings: readonly AnswerPair[], stream: RandomStream): AnswerPair[] {
  let swap = false
  return meetings.map((meeting, i) => {
    swap = i % 2 === 0 ? stream.uniform() < 0.5 : !swap
    return swap ? { ...meeting, answerIds: meeting.answerIds.toReversed() as [number, number] } : meeting
  })
}
