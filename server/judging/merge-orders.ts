/** The two orders of a judgement, merged into one outcome. */
import type { JudgementForm, Outcome, Verdict, Verdicts } from '../../shared/contracts/index.ts'
import { allPairs } from './plan/planned.ts'

/** The result of one judgement for two of its answers. */
interface Comparison {
  /** Places in `answer_ids`, which is the first order shown. */
  left: number
  right: number
  outcome: Outcome
  /** Whether the two orders gave different verdicts, so that the outcome is a tie. */
  inconsistent: boolean
  reason: string | null
}

/**
 * Merges the verdicts of both orders of a judgement; in the second, the answers are reversed. If both agree on two
 * answers, that is the outcome; else it is a tie, marked as inconsistent. A ranking of k answers gives k(k − 1)/2
 * comparisons, each consistent or not.
 * @param first, second  about the same criteria, in the same form
 * @param count  answers shown
 * @throws {Error} if the verdicts do not belong to one judgement
 */
export function mergeOrders(
  first: Verdicts,
  second: Verdicts,
  form: JudgementForm,
  count: number,
): Record<string, Comparison[]> {
  const criteria = Object.keys(first)
  if (criteria.toSorted().join('\n') !== Object.keys(second).toSorted().join('\n'))
    throw new Error('the two requests have different criteria')
  return Object.fromEntries(
    criteria.map((criterion) => {
      const firstVerdict = first[criterion]
      const secondVerdict = second[criterion]
      return [
        criterion,
        allPairs([...Array(count).keys()]).map(([left, right]) =>
          compare(firstVerdict, secondVerdict, form, count, left, right),
        ),
      ]
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
  for (const verdict of [first, second])
    if ('verdict' in verdict !== (form === 'pairwise'))
      throw new Error(`a ${form} request has no ${form === 'pairwise' ? 'ranking' : 'pairwise verdict'}`)
  const firstOutcome = outcomeInOrder(first, left, right)
  const mirrored = [count - 1 - left, count - 1 - right] as const
  const secondOutcome = outcomeInOrder(second, ...mirrored)
  const inconsistent = firstOutcome !== secondOutcome
  const numbered = (verdict: Verdict, [a, b]: readonly [number, number]) =>
    verdict.reason === null || form === 'pairwise'
      ? verdict.reason
      : `Answers ${a + 1} and ${b + 1} of ${count} ranked together: ${verdict.reason}`
  const firstReason = numbered(first, [left, right])
  const secondReason = numbered(second, mirrored)
  const reversed = secondReason && `In the other order: ${secondReason}`
  return {
    left,
    right,
    outcome: inconsistent ? 'tie' : firstOutcome,
    inconsistent,
    reason: inconsistent
      ? [firstReason, reversed].filter(Boolean).join('\n') || null
      : (firstReason ?? reversed),
  }
}

/** What the verdict in one order says about the answers at two places, from 0. */
export function outcomeInOrder(verdict: Verdict, left: number, right: number): Outcome {
  if ('verdict' in verdict) {
    if (verdict.verdict === 'tie' || verdict.verdict === 'both_bad') return verdict.verdict
    return (verdict.verdict === 'first') === left < right ? 'left' : 'right'
  }
  const groupPlace = (answer: number) => verdict.order.findIndex((group) => group.includes(answer))
  const difference = groupPlace(left) - groupPlace(right)
  if (difference === 0) return 'tie'
  return difference < 0 ? 'left' : 'right'
}
