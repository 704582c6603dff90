/** Whether verdicts weighed by log-probabilities agree with people more often than plain ones do. */
import { sequentialSignTest } from '../../../shared/stats/numbers/distributions.ts'
import type { Verdicts, Weighing } from '../../../shared/contracts/index.ts'
import { mergeOrders } from '../../judging/index.ts'
import type { LogprobCount, WeighedJudgement } from './weighing-queries.ts'

/** Weighed verdicts must agree more often at this level before votes may be weighed. */
export const WEIGHING_ALPHA = 0.05

/**
 * Compares both readings of the same replies with what people say of the same two answers: left, right or tie. Pairs on
 * one prompt are no independent evidence, so each prompt is one sign: better, worse or neither. The p-value
 * of the sign test holds at any number of looks, since operators add labels and look again.
 * @param judgements of one version of a judge
 */
export function weighingOf(
  { verdicts, withProbabilities }: Pick<LogprobCount, 'verdicts' | 'withProbabilities'>,
  judgements: readonly Omit<WeighedJudgement, 'judge' | 'version'>[],
): Weighing {
  const gains = new Map<number, number>()
  let plainAgreed = 0
  let weighedAgreed = 0
  for (const { promptId, first, second, people } of judgements) {
    const orders: [Verdicts, Verdicts] = [{ one: first }, { one: second }]
    const [plain] = mergeOrders(...orders, 'pairwise', 2).one
    const [weighed] = mergeOrders(...orders, 'pairwise', 2, true).one
    const [byPlain, byWeighed] = [plain, weighed].map(({ outcome }) => Number(asSaid(outcome) === people))
    plainAgreed += byPlain
    weighedAgreed += byWeighed
    gains.set(promptId, (gains.get(promptId) ?? 0) + byWeighed - byPlain)
  }
  const better = [...gains.values()].filter((gain) => gain > 0).length
  const worse = [...gains.values()].filter((gain) => gain < 0).length
  const p = sequentialSignTest(better, worse)
  return {
    verdicts,
    withProbabilities,
    pairs: judgements.length,
    plainAgreed,
    weighedAgreed,
    betterPrompts: better,
    worsePrompts: worse,
    p,
    isBetter: better > worse && p <= WEIGHING_ALPHA,
  }
}

const asSaid = (outcome: string) => (outcome === 'both_bad' ? 'tie' : outcome)
