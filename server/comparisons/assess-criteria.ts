import type { CriterionFinding } from '../../shared/contracts/index.ts'
import { GATE_PRESETS, headToHead, holm, moreVotesFor, passGate } from '../../shared/stats/internal.ts'
import type { NamedGate } from './gate.ts'
import type { SharedVote } from './queries.ts'
import { clustersOf } from './clusters-of.ts'
import { scoreOf } from './score-of.ts'
import { sequenceOver } from './sequence-over.ts'
import type { Watched } from './sequence-over.ts'

interface AssessmentTerms {
  names: readonly [string, string]
  gate: NamedGate
  /** The error level of all criteria together. */
  alpha: number
  /** Failed judgements by criterion. */
  failed: ReadonlyMap<string, number>
  /** Null: one look decides. */
  watched: Watched | null
  /** Whether nothing more will be judged. */
  isOver: boolean
}

/** Assesses each criterion against the gate. Significance holds for all criteria together. */
export function assessCriteria(
  meetings: readonly SharedVote[],
  criteria: readonly string[],
  { names, gate, alpha, failed, watched, isOver }: AssessmentTerms,
): CriterionFinding[] {
  const weighed = criteria.map((criterion) => {
    const own = meetings.filter((meeting) => meeting.criterion === criterion)
    const { cluster, unit, crossed, voters } = clustersOf(own)
    const found = headToHead(own.map(scoreOf), unit, alpha, crossed)!
    return { criterion, own, found: { ...found, cluster, voters } }
  })
  const adjusted = holm(weighed.map(({ found }) => found.p))
  return weighed.map(({ criterion, own, found }, i) => {
    const pHolm = adjusted[i]
    const ahead = found.winRate > 0.5 ? 'own' : 'other'
    const share = alpha / criteria.length
    const seen = watched?.votes.filter((meeting) => meeting.criterion === criterion)
    const sequence = seen ? sequenceOver(seen, watched!.isDrawn, share) : null
    const significantFor = sequence ? sequence.decidedFor : pHolm <= alpha ? ahead : null
    const more = sequence ? sequence.moreVotesToDecide : moreVotesFor(found.p, share, found.votes)
    const moreToSignificance = significantFor ? null : more
    const mayRise =
      sequence !== null &&
      holdsUp(sequence.interval, gate) &&
      !(isOver && found.votes >= GATE_PRESETS[gate.preset].minVotes)
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
      ...passGate({ ...found, significantFor, moreToSignificance, mayRise }, gate),
    }
  })
}

/** Whether the confidence sequence still allows a win rate as high as the gate requires. */
export const holdsUp = (
  interval: readonly [number, number] | null,
  { minWinRate }: Pick<NamedGate, 'minWinRate'>,
): boolean => interval !== null && interval[1] >= minWinRate

function byChecks(meetings: readonly SharedVote[]): CriterionFinding['byChecks'] {
  const scores = meetings.filter(({ failedChecks }) => failedChecks !== null).map(scoreOf)
  const of = (score: number) => scores.filter((one) => one === score).length
  return { wins: of(1), losses: of(0), ties: of(0.5) }
}
