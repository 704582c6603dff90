import { answersKey } from './planned.ts'
import type { SkippedPair, PlanAnswer, DrawSpec } from './planned.ts'
import type { Group } from './listwise.ts'
import type { AnswerPair } from './answer-pairs.ts'

/** The gating checks that an answer fails, by answer id. */
export type Failing = ReadonlyMap<number, readonly string[]>

export const failingIn = (answers: readonly PlanAnswer[]): Failing =>
  new Map(answers.flatMap(({ id, failing }) => (failing && failing.length > 0 ? [[id, failing]] : [])))

/** The skipped pair of two answers; null if both pass. */
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
 * The skipped pairs of a listwise plan: of the first `votesPerPair` answer pairs in random order, those with a
 * failing answer. So skipped pairs are the same share of the votes as of all answer pairs.
 * @param judged  groups that were shown together already
 */
export function skippedInLists(
  pairs: readonly (readonly AnswerPair[])[],
  { votesPerPair }: Pick<DrawSpec, 'votesPerPair'>,
  failing: Failing,
  judged: readonly Group[],
): AnswerPair[] {
  const shownPairs = new Set(
    judged.flatMap(({ answers }) =>
      answers.flatMap((one, i) => answers.slice(i + 1).map((other) => answersKey([one.id, other.id]))),
    ),
  )
  return pairs.flatMap((meetings) =>
    meetings
      .slice(0, votesPerPair ?? undefined)
      .filter(
        ({ answerIds }) => answerIds.some((id) => failing.has(id)) && !shownPairs.has(answersKey(answerIds)),
      ),
  )
}
