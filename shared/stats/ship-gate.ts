import { normalQuantile } from './normal.ts'

/** What a challenger has to show before it replaces the other. */
export interface Gate {
  minWinRate: number
  minVotes: number
  /** Two-sided; null: no significance is asked. */
  alpha: number | null
}

/** By what a wrong decision would cost. */
export const GATE_PRESETS = {
  cosmetic: { minWinRate: 0.53, minVotes: 200, alpha: null },
  default: { minWinRate: 0.55, minVotes: 400, alpha: 0.05 },
  critical: { minWinRate: 0.6, minVotes: 800, alpha: 0.05 },
} as const satisfies Record<string, Gate>

export type GatePreset = keyof typeof GATE_PRESETS
export type GateVerdict = 'ship' | 'do_not_ship' | 'not_decided_yet'
export type GateReason = 'passed' | 'too_few_votes' | 'lost' | 'win_rate_too_low' | 'not_significant'

/** What is known of one contestant against the other, under one criterion. */
export interface GateEvidence {
  votes: number
  winRate: number
  /** Who it is significant for, with what is asked at once taken into account; null: nobody. */
  significantFor: 'own' | 'other' | null
  /** How many more votes like these would make it so; null: it is, or no number would. */
  moreToSignificance: number | null
  /**
   * Looked at more than once: whether more votes may still show the win rate asked for, so that one below it says nothing
   * as long as nobody is ahead for sure. Undefined: this look is the only one.
   */
  mayRise?: boolean
}

export interface GateFinding {
  verdict: GateVerdict
  because: GateReason
  /** Not decided yet: about how many more votes would decide; null where no number is known that would. */
  moreVotes: number | null
}

/**
 * Holds evidence against a gate. Below the votes asked for nothing is decided; from there on a win rate below the one
 * asked for does not ship, as printed, and one that reaches it ships once it is significant (where that is asked). Where
 * it is looked at more than once, a win rate that has dipped below is no answer yet.
 */
export function passGate({ votes, winRate, ...found }: GateEvidence, gate: Gate): GateFinding {
  const asksSignificance = gate.alpha !== null
  // a win rate that is significant and still too low does not ship, so no votes are asked for to get there
  const mayShip = winRate > 0.5 && winRate >= gate.minWinRate
  const toSignificance = asksSignificance && mayShip ? (found.moreToSignificance ?? 0) : 0
  if (votes < gate.minVotes)
    return {
      verdict: 'not_decided_yet',
      because: 'too_few_votes',
      moreVotes: Math.max(gate.minVotes - votes, toSignificance),
    }
  if (asksSignificance && found.significantFor === 'other')
    return { verdict: 'do_not_ship', because: 'lost', moreVotes: null }
  const isOpen = asksSignificance && found.significantFor === null
  if (winRate < gate.minWinRate && !(isOpen && found.mayRise))
    return { verdict: 'do_not_ship', because: 'win_rate_too_low', moreVotes: null }
  if (isOpen)
    return {
      verdict: 'not_decided_yet',
      because: 'not_significant',
      moreVotes: mayShip ? found.moreToSignificance : null,
    }
  return { verdict: 'ship', because: 'passed', moreVotes: null }
}

/**
 * How many more votes like these make a two-sided p at most alpha, by the normal approximation: the standard error
 * falls with the root of the votes, as it does if prompts are new. About half of the time they then do. 0 where it is; null where the votes are even.
 */
export function moreVotesFor(p: number, alpha: number, votes: number): number | null {
  if (p <= alpha) return 0
  const now = normalQuantile(Math.min(1, p) / 2)
  return now > 1e-9 ? Math.max(1, Math.ceil(votes * ((normalQuantile(alpha / 2) / now) ** 2 - 1))) : null
}
