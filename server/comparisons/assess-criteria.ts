import type { CriterionFinding } from '../../shared/contracts/index.ts'
import { GATE_PRESETS, moreVotesFor, passGate } from '../../shared/stats/compare/gates.ts'
import { headToHead } from '../../shared/stats/compare/head-to-head.ts'
import { holm } from '../../shared/stats/numbers/distributions.ts'
import type { NamedGate } from './gate.ts'
import type { SharedVote } from './queries.ts'
import type { ReachUnder } from './reach-of.ts'
import { clustersOf } from './clusters-of.ts'
import { scoreOf } from './score-of.ts'
import { sequenceOver, type Watched } from './sequence-over.ts'

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
  reachUnder: ReachUnder
}

/** Assesses each criterion against the gate. Significance holds for all criteria together. */
export function assessCriteria(
  votes: readonly SharedVote[],
  criteria: readonly string[],
  { names, gate, alpha, failed, watched, isOver, reachUnder }: AssessmentTerms,
): CriterionFinding[] {
  const assessed = criteria.map((criterion) => {
    const criterionVotes = votes.filter((vote) => vote.criterion === criterion)
    const { cluster, unit, crossed, voters } = clustersOf(criterionVotes)
    const result = headToHead(criterionVotes.map(scoreOf), unit, alpha, crossed)!
    return { criterion, criterionVotes, result: { ...result, cluster, voters } }
  })
  const adjusted = holm(assessed.map(({ result }) => result.p))
  return assessed.map(({ criterion, criterionVotes, result }, i) => {
    const pHolm = adjusted[i]
    const leader = result.winRate > 0.5 ? 'own' : 'other'
    const share = alpha / criteria.length
    const watchedVotes = watched?.votes.filter((vote) => vote.criterion === criterion)
    const sequence = watchedVotes ? sequenceOver(watchedVotes, watched!.isDrawn, share) : null
    const significantFor = sequence ? sequence.decidedFor : pHolm <= alpha ? leader : null
    const votesToSignificance = sequence
      ? sequence.moreVotesToDecide
      : moreVotesFor(result.p, share, result.votes)
    const moreToSignificance = significantFor ? null : votesToSignificance
    const reach = reachUnder(criterion, criterionVotes, failed.get(criterion) ?? 0)
    const most = reach?.mostVotes ?? Infinity
    const presetVotes = Math.min(GATE_PRESETS[gate.preset].minVotes, most)
    // without significance the number of votes is all that keeps chance out
    const minVotes = gate.hasPresetVotes && gate.alpha !== null ? presetVotes : gate.minVotes
    const mayRise =
      sequence !== null && holdsUp(sequence.interval, gate) && !(isOver && result.votes >= presetVotes)
    const isSettled = sequence !== null
    const passed = passGate(
      { ...result, significantFor, moreToSignificance, mayRise, isSettled },
      { ...gate, minVotes },
    )
    const isTooFew = passed.because === 'too_few_votes'
    const moreInReach = minVotes > most ? null : Math.min(passed.moreVotes ?? 0, most - result.votes)
    const nameOf = (side: 'own' | 'other' | null) => side && names[side === 'own' ? 0 : 1]
    return {
      criterion,
      ...result,
      bothBad: criterionVotes.filter(({ outcome }) => outcome === 'both_bad').length,
      inconsistent: criterionVotes.filter(({ inconsistent }) => inconsistent).length,
      failed: failed.get(criterion) ?? 0,
      byChecks: byChecks(criterionVotes),
      pHolm,
      significantFor: nameOf(significantFor),
      sequence: sequence && { ...sequence, decidedFor: nameOf(sequence.decidedFor) },
      minVotes,
      reach,
      ...passed,
      moreVotes: isTooFew ? moreInReach : passed.moreVotes,
    }
  })
}

/** Whether the confidence sequence still allows a win rate as high as the gate requires. */
export const holdsUp = (
  interval: readonly [number, number] | null,
  { minWinRate }: Pick<NamedGate, 'minWinRate'>,
): boolean => interval !== null && interval[1] >= minWinRate

function byChecks(votes: readonly SharedVote[]): CriterionFinding['byChecks'] {
  const scores = votes.filter(({ failedChecks }) => failedChecks !== null).map(scoreOf)
  const of = (score: number) => scores.filter((one) => one === score).length
  return { wins: of(1), losses: of(0), ties: of(0.5) }
}
