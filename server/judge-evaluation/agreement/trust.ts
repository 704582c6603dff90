import type { JudgeTrust, TrustState, TrustTerms } from '../../../shared/contracts/index.ts'

/** What boards need to know about a judge. */
export interface TrustedJudge extends JudgeTrust {
  /** Contestants of its own family. */
  sameFamily: string[]
}

/** The evidence for trust: pairs that humans decided, and how the judge decided them. */
export interface TrustEvidence {
  decidedByHumans: number
  decided: number
  agreed: number
}

/**
 * Calibrated: humans and judge both decided at least `minVotes` pairs, and agree on a share of at least
 * `minAgreement`. Uncalibrated: humans decided at least `minVotes` pairs and agreement is lower; a judge that
 * decides none of them agrees on none. Otherwise not measured.
 */
export function trustState(
  { decidedByHumans, decided, agreed }: TrustEvidence,
  { minAgreement, minVotes }: Pick<TrustTerms, 'minAgreement' | 'minVotes'>,
): TrustState {
  const agrees = decided > 0 && agreed / decided >= minAgreement
  if (decidedByHumans >= minVotes && !agrees) return 'uncalibrated'
  return decided >= minVotes && agrees ? 'calibrated' : 'not_measured'
}

const FROM_WORST: readonly TrustState[] = ['uncalibrated', 'not_measured', 'calibrated']

/** The least trusted of these versions: a judge is trusted only as far as that one. */
export function leastTrusted<T extends { state: TrustState }>(versions: readonly T[]): T | null {
  const rank = ({ state }: T) => FROM_WORST.indexOf(state)
  return versions.reduce<T | null>((worst, one) => (worst && rank(worst) <= rank(one) ? worst : one), null)
}
