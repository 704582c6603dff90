import type { JudgementForm, Outcome, Verdict, Verdicts } from '../../../shared/contracts/index.ts'

/** What one examination says of two of its answers. */
export interface Comparison {
  /** Places in `answer_ids`, that is in the order of the first showing. */
  left: number
  right: number
  outcome: Outcome
  /** The two showings said different things, so that the outcome is a tie. */
  inconsistent: boolean
  reason: string | null
}

/**
 * One examination out of its two showings, the second of which had the answers the other way round. Where both say
 * the same of two answers, that is the outcome; where they do not, it is a tie, marked as inconsistent. A ranking of k
 * answers is taken apart into its k(k − 1)/2 comparisons, each with its own consistency.
 * @param first, second  of the same criteria and form
 * @param count  answers shown
 * @throws {Error} when the two showings are not of one examination
 */
export function mergeOrders(
  first: Verdicts,
  second: Verdicts,
  form: JudgementForm,
  count: number,
): Record<string, Comparison[]> {
  const criteria = Object.keys(first)
  if (criteria.toSorted().join('\n') !== Object.keys(second).toSorted().join('\n'))
    throw new Error('the two showings were asked about different criteria')
  return Object.fromEntries(
    criteria.map((criterion) => {
      const one = first[criterion]
      const other = second[criterion]
      return [criterion, pairsOf(count).map(([left, right]) => compare(one, other, form, count, left, right))]
    }),
  )
}

function compare(
  first: Verdict,
  second: Verdict,
  form: JudgementForm,
  count: number,
  left: number,
  right: number,
): Comparison {
  const one = outcomeOf(first, form, left, right)
  const mirrored = [count - 1 - left, count - 1 - right] as const
  const other = outcomeOf(second, form, ...mirrored)
  const inconsistent = one !== other
  const numbered = (verdict: Verdict, [a, b]: readonly [number, number]) =>
    verdict.reason === null || form === 'pairwise'
      ? verdict.reason
      : `Answers ${a + 1} and ${b + 1} of ${count} ranked together: ${verdict.reason}`
  const here = numbered(first, [left, right])
  const there = numbered(second, mirrored)
  const reversed = there && `The other way round: ${there}`
  return {
    left,
    right,
    outcome: inconsistent ? 'tie' : one,
    inconsistent,
    reason: inconsistent ? [here, reversed].filter(Boolean).join('\n') || null : (here ?? reversed),
  }
}

/** What one showing says of the answers shown at two places. */
function outcomeOf(verdict: Verdict, form: JudgementForm, left: number, right: number): Outcome {
  if ('verdict' in verdict) {
    if (form !== 'pairwise') throw new Error('a listwise showing has no pairwise verdict')
    if (verdict.verdict === 'tie' || verdict.verdict === 'both_bad') return verdict.verdict
    return (verdict.verdict === 'first') === left < right ? 'left' : 'right'
  }
  if (form !== 'listwise') throw new Error('a pairwise showing has no ranking')
  const placeOf = (answer: number) => verdict.order.findIndex((group) => group.includes(answer))
  const difference = placeOf(left) - placeOf(right)
  if (difference === 0) return 'tie'
  return difference < 0 ? 'left' : 'right'
}

function pairsOf(count: number): [number, number][] {
  return Array.from({ length: count }, (_, left) => left).flatMap((left) =>
    Array.from({ length: count - 1 - left }, (_, index): [number, number] => [left, left + 1 + index]),
  )
}
