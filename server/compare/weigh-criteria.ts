import type { CriterionFinding } from '../../shared/contracts/index.ts'
import { headToHead, holm, moreVotesFor, passGate, stoppingByUnit } from '../../shared/stats/index.ts'
import type { NamedGate } from './gate.ts'
import type { Meeting } from './queries.ts'
import { scoreOf, unitsOf } from './score-of.ts'

interface Weighing {
  names: readonly [string, string]
  gate: NamedGate
  /** Of all criteria together. */
  alpha: number
  /** Failed judgements by criterion. */
  failed: ReadonlyMap<string, number>
  sequential: boolean
}

/** Each criterion by itself, and how it stands with the gate; what is significant is so with all of them asked. */
export function weighCriteria(
  meetings: readonly Meeting[],
  criteria: readonly string[],
  { names, gate, alpha, failed, sequential }: Weighing,
): CriterionFinding[] {
  const weighed = criteria.map((criterion) => {
    const own = meetings.filter((meeting) => meeting.criterion === criterion)
    return { criterion, own, found: headToHead(own.map(scoreOf), unitsOf(own), alpha)! }
  })
  const adjusted = holm(weighed.map(({ found }) => found.p))
  return weighed.map(({ criterion, own, found }, i) => {
    const pHolm = adjusted[i]!
    const ahead = found.winRate > 0.5 ? 'own' : 'other'
    const share = alpha / criteria.length
    const sequence = sequential ? stoppingByUnit(own.map(scoreOf), unitsOf(own), share) : null
    const significantFor = sequence ? sequence.decidedFor : pHolm <= alpha ? ahead : null
    const more = sequence ? sequence.moreVotesToDecide : moreVotesFor(found.p, share, found.votes)
    const moreToSignificance = significantFor ? null : more
    const nameOf = (who: 'own' | 'other' | null) => who && names[who === 'own' ? 0 : 1]
    return {
      criterion,
      ...found,
      bothBad: own.filter(({ outcome }) => outcome === 'both_bad').length,
      inconsistent: own.filter(({ inconsistent }) => inconsistent).length,
      failed: failed.get(criterion) ?? 0,
      byChecks: byChecks(own),
      pHolm,
      significantFor: nameOf(significantFor),
      sequence: sequence && { ...sequence, decidedFor: nameOf(sequence.decidedFor) },
      ...passGate({ ...found, significantFor, moreToSignificance }, gate),
    }
  })
}

function byChecks(meetings: readonly Meeting[]): CriterionFinding['byChecks'] {
  const scores = meetings.filter(({ failedChecks }) => failedChecks !== null).map(scoreOf)
  const of = (score: number) => scores.filter((one) => one === score).length
  return { wins: of(1), losses: of(0), ties: of(0.5) }
}
