import { answersKey } from './planned.ts'
import type { SkippedPair, PlanAnswer, DrawSpec } from './planned.ts'
import type { Group } from './listwise.ts'
import type { AnswerPair } from './answer-pairs.ts'

/** By answer, the required checks that it fails. */
export type Failing = ReadonlyMap<number, readonly string[]>

export const failingIn = (answers: readonly PlanAnswer[]): Failing =>
  new Map(answers.flatMap(({ id, failing }) => (failing && failing.length > 0 ? [[id, failing]] : [])))

/** The pair of answers as it is left out; null where both pass. */
export function skippedAs(
  answerIds: readonly number[],
  failing: Failing,
): Pick<SkippedPair, 'answerIds' | 'passes' | 'checks'> | null {
  const failed = answerIds.flatMap((id) => failing.get(id) ?? [])
  if (failed.length === 0) return null
  const [lesser, greater] = answerIds.toSorted((a, b) => a - b) as [number, number]
  return {
    answerIds: [lesser, greater],
    passes: [!failing.has(lesser), !failing.has(greater)],
    checks: [...new Set(failed)].sort(),
  }
}

/**
 * The meetings that a listwise plan comes to and that are left out. Of so many votes a pair they take as large a part as
 * among all its meetings: they are those among the first of them in their random order.
 * @param judged  answers that were shown together already, which stands
 */
export function skippedInLists(
  pairs: readonly (readonly AnswerPair[])[],
  { votesPerPair }: Pick<DrawSpec, 'votesPerPair'>,
  failing: Failing,
  judged: readonly Group[],
): AnswerPair[] {
  const met = new Set(
    judged.flatMap(({ answers }) =>
      answers.flatMap((one, i) => answers.slice(i + 1).map((other) => answersKey([one.id, other.id]))),
    ),
  )
  return pairs.flatMap((meetings) =>
    meetings
      .slice(0, votesPerPair ?? undefined)
      .filter(({ answerIds }) => answerIds.some((id) => failing.has(id)) && !met.has(answersKey(answerIds))),
  )
}
