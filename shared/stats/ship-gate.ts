import { normalQuantile } from './normal.ts'

/** The requirements for a challenger to replace the other contestant. */
export interface Gate {
  minWinRate: number
  minVotes: number
  /** Two-sided. Null: no significance is required. */
  alpha: number | null
}

/** By the cost of a wrong decision. */
export const GATE_PRESETS = {
  cosmetic: { minWinRate: 0.53, minVotes: 200, alpha: null },
  default: { minWinRate: 0.55, minVotes: 400, alpha: 0.05 },
  critical: { minWinRate: 0.6, minVotes: 800, alpha: 0.05 },
} as const satisfies Record<string, Gate>

export type GatePreset = keyof typeof GATE_PRESETS
export type GateVerdict = 'ship' | 'do_not_ship' | 'not_decided_yet'
export type GateReason = 'passed' | 'too_few_votes' | 'lost' | 'win_rate_too_low' | 'not_significant'

/** The evidence for one contestant against the other, under one criterion. */
export interface GateEvidence {
  votes: number
  winRate: number
  /** The contestant with a significant lead, corrected for all tests made at once. Null: neither. */
  significantFor: 'own' | 'other' | null
  /** How many more votes like these would make it significant. Null: it already is, or no number would. */
  moreToSignificance: number | null
  /**
   * If the comparison is looked at more than once: whether more votes may still reach the required win rate, so
   * that a lower one decides nothing while neither lead is certain. Undefined: this is the only look.
   */
  mayRise?: boolean
  /** Whether a lead that is significant now stays so, as that of a confidence sequence does. */
  isSettled?: boolean
}

export interface GateFinding {
  verdict: GateVerdict
  because: GateReason
  /** If undecided: about how many more votes would decide. Null if no number is known. */
  moreVotes: number | null
}

const ROUNDING = 1e-9

/**
 * Decides by a gate. With fewer votes than required nothing ships, and only what more votes cannot change is decided.
 * From there on a win rate (as printed) below the required one does not ship, and one that reaches it ships once it
 * is significant, if that is required. If there is more than one look, a win rate that has fallen below is not a
 * decision yet.
 */
export function passGate({ votes, winRate, ...evidence }: GateEvidence, gate: Gate): GateFinding {
  const asksSignificance = gate.alpha !== null
  // a significant win rate that is too low does not ship, so more votes for significance are not requested
  const mayShip = winRate > 0.5 && winRate >= gate.minWinRate
  const toSignificance = asksSignificance && mayShip ? (evidence.moreToSignificance ?? 0) : 0
  const isLost = asksSignificance && evidence.significantFor === 'other'
  if (isLost && (evidence.isSettled || votes >= gate.minVotes))
    return { verdict: 'do_not_ship', because: 'lost', moreVotes: null }
  // the win rate if all missing votes were won
  const highest = 1 - ((1 - winRate) * votes) / gate.minVotes
  const isOutOfReach = votes < gate.minVotes && !evidence.mayRise && highest < gate.minWinRate - ROUNDING
  if (isOutOfReach) return { verdict: 'do_not_ship', because: 'win_rate_too_low', moreVotes: null }
  if (votes < gate.minVotes)
    return {
      verdict: 'not_decided_yet',
      because: 'too_few_votes',
      moreVotes: Math.max(gate.minVotes - votes, toSignificance),
    }
  const isOpen = asksSignificance && evidence.significantFor === null
  if (winRate < gate.minWinRate && !(isOpen && evidence.mayRise))
    return { verdict: 'do_not_ship', because: 'win_rate_too_low', moreVotes: null }
  if (isOpen)
    return {
      verdict: 'not_decided_yet',
      because: 'not_significant',
      moreVotes: mayShip ? evidence.moreToSignificance : null,
    }
  return { verdict: 'ship', because: 'passed', moreVotes: null }
}

/**
 * How many more votes like these make a two-sided p at most alpha, by the normal approximation: the standard error
 * falls with the root of the votes, as it does if prompts are new. With that many the chance is about one half. 0
 * if p is small enough; null if the votes are even.
 */
export function moreVotesFor(p: number, alpha: number, votes: number): number | null {
  if (p <= alpha) return 0
  const now = normalQuantile(Math.min(1, p) / 2)
  return now > 1e-9 ? Math.max(1, Math.ceil(votes * ((normalQuantile(alpha / 2) / now) ** 2 - 1))) : null
}
