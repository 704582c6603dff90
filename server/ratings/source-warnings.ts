import { judgeIn, type Warning } from '../../shared/contracts/index.ts'
import { msg, warning, type CodedMessage } from '../../shared/messages/index.ts'
import { COIN, leastSelfAgreement } from '../../shared/stats/judges/agreement.ts'
import { countsJudge, POWERED } from '../../shared/votes/majority.ts'
import { byCodeUnits } from './boards/canonical-order.ts'
import type { ArenaView } from './arena-view.ts'

/** Warnings about a source: mixed kinds of voters, judges left out, judges not checked or of a contestant's family. */
export function sourceWarnings(
  { source, judges, trust }: Pick<ArenaView, 'source' | 'judges' | 'trust'>,
  voted: readonly { source: string; name: string | null }[],
): Warning[] {
  // prediction-powered inference corrects the errors and biases of judges by people's votes
  if (source === POWERED) return []
  if (source === 'humans' || source === 'simulated') return []
  const trustByJudge = new Map(trust.map((one) => [one.judge, one]))
  const judge = judgeIn(source)
  const voters =
    judge !== null ? [judge] : [...new Set(voted.flatMap(({ name }) => name ?? []))].sort(byCodeUnits)
  const counted = voters.filter((judge) => countsJudge(judges, judge))
  const leftOut = voters.filter((judge) => !countsJudge(judges, judge))
  const unchecked = counted.filter(
    (judge) => (trustByJudge.get(judge)?.state ?? 'not_measured') === 'not_measured',
  )
  const failed = counted.filter((judge) => trustByJudge.get(judge)?.state === 'uncalibrated')
  const warnings: Warning[] = []
  if (source === 'all' && counted.length > 0 && voted.some((one) => one.source === 'human'))
    warnings.push(warning(msg('mixed_sources')))
  if (unchecked.length > 0)
    warnings.push(warning(msg('judges_not_measured', { judges: unchecked }), { kind: 'uncalibrated_judge' }))
  if (failed.length > 0)
    warnings.push(
      warning(msg('judges_uncalibrated', { judges: failed.map(withAgreement) }), {
        kind: 'uncalibrated_judge',
      }),
    )
  if (leftOut.length > 0) {
    const code = source === 'all' ? 'judges_left_out_beside_people' : 'judges_left_out'
    const message = msg(code, { judges: leftOut.map(withAgreement) })
    warnings.push(warning(message, { kind: 'judge_left_out', count: leftOut.length }))
  }
  for (const one of counted) {
    const contestants = trustByJudge.get(one)?.sameFamily ?? []
    if (contestants.length > 0)
      warnings.push(warning(msg('judge_same_family', { judge: one, contestants }), { kind: 'same_family' }))
  }
  return warnings

  function withAgreement(judge: string): CodedMessage {
    const known = trustByJudge.get(judge)
    if (!known || known.state === 'not_measured') return msg('judge_not_measured', { judge })
    const { agreed, decided, minAgreement, since, failure } = known
    const { reason, hits, n } = failure ?? { reason: 'agreement', hits: agreed, n: decided }
    const percentOf = (share: number) => Math.round(100 * share)
    if (reason === 'self_agreement')
      return msg('judge_does_not_repeat', {
        judge,
        day: since!,
        repeated: hits,
        pairs: n,
        percentAsked: percentOf(leastSelfAgreement(minAgreement)),
      })
    if (reason === 'consistency')
      return msg('judge_changes_with_order', {
        judge,
        consistent: hits,
        votes: n,
        percentAsked: percentOf(COIN),
      })
    if (decided === 0 && since === undefined) return msg('judge_undecided', { judge })
    if (reason === 'undecided')
      return msg('judge_decides_rarely', { judge, agreed: hits, pairs: n, percentAsked: percentOf(COIN) })
    const percentAsked = percentOf(minAgreement)
    return msg('judge_agrees', { judge, agreed, decided, percentAsked, ...(since && { since }) })
  }
}
