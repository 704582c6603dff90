import type { JudgeTrust, TrustFailure, TrustState, TrustTerms } from '../../../shared/contracts/index.ts'
import { COIN } from '../../../shared/stats/judges/agreement.ts'
import { wilsonInterval } from '../../../shared/stats/numbers/distributions.ts'

/** What boards need to know about a judge. */
export interface TrustedJudge extends JudgeTrust {
  /** Contestants of its own family. */
  sameFamily: string[]
}

/** The evidence for trust: pairs that humans decided, how the judge decided them, and its votes in both orders. */
export interface TrustEvidence {
  decidedByHumans: number
  decided: number
  agreed: number
  /** Votes that are known to have been asked for in both orders, and those of them whose two orders agreed. */
  ordered: number
  consistent: number
}

/** Why a judge is not to be trusted, if humans have decided at least `minVotes` pairs; null if they have not, or if it is. */
export function failureOf(
  { decidedByHumans, decided, agreed, ordered, consistent }: TrustEvidence,
  { minAgreement, minVotes }: Pick<TrustTerms, 'minAgreement' | 'minVotes'>,
): TrustFailure | null {
  if (decidedByHumans < minVotes) return null
  if (decided > 0 && agreed / decided < minAgreement) return { reason: 'agreement', hits: agreed, n: decided }
  if (isWorseThanCoin(consistent, ordered)) return { reason: 'consistency', hits: consistent, n: ordered }
  if (decided === 0 || isWorseThanCoin(agreed, decidedByHumans))
    return { reason: 'undecided', hits: agreed, n: decidedByHumans }
  return null
}

/** Whether Wilson's 95 % interval lies below one half: few cases show nothing. */
const isWorseThanCoin = (hits: number, n: number): boolean => n > 0 && wilsonInterval(hits, n)![1] < COIN

/**
 * Calibrated: humans and judge both decided at least `minVotes` pairs, and agree on a share of at least
 * `minAgreement`; neither its consistency nor its share of the pairs that humans decided is shown to be below that of a
 * coin. Uncalibrated: humans decided at least `minVotes` pairs, and one of these fails. Otherwise not measured.
 */
export function trustState(
  evidence: TrustEvidence,
  terms: Pick<TrustTerms, 'minAgreement' | 'minVotes'>,
): TrustState {
  if (failureOf(evidence, terms)) return 'uncalibrated'
  return evidence.decided >= terms.minVotes ? 'calibrated' : 'not_measured'
}

const FROM_WORST: readonly TrustState[] = ['uncalibrated', 'not_measured', 'calibrated']

/** The least trusted of these: a judge is trusted only as far as that one. Of equal ones the first. */
export function leastTrusted<T extends { state: TrustState }>(all: readonly T[]): T | null {
  const rank = ({ state }: T) => FROM_WORST.indexOf(state)
  return all.reduce<T | null>((worst, one) => (worst && rank(worst) <= rank(one) ? worst : one), null)
}
