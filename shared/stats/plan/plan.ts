import { binomialTail, normalQuantile } from '../numbers/distributions.ts'

/** Above this many votes the exact numbers are not computed; the approximate ones are used. */
const MAX_EXACT = 1_000_000

/** How many decisive votes are needed to distinguish a win rate from ½. */
export interface VotePlan {
  winRate: number
  /** Two-sided. */
  alpha: number
  power: number
  /** The number at which an observed win rate of exactly `winRate` becomes significant. */
  votesForSignificance: number
  /** The number at which a true win rate of `winRate` is found significant with probability `power`. */
  votesForPower: number
  /** The same for the exact sign test: the number from which on it always holds. Null above a million votes. */
  exactVotesForSignificance: number | null
  exactVotesForPower: number | null
}

/**
 * Plans a comparison of two contestants. By the normal approximation, votesForSignificance = ⌈(z_α/2 · ½ / (p −
 * ½))²⌉ and votesForPower = ⌈((z_α/2 · ½ + z_β √(p(1 − p))) / (p − ½))²⌉ (Fleiss, Levin & Paik 2003, *Statistical
 * Methods for Rates and Proportions*, section 2.4, for one proportion). The exact numbers are found with the
 * two-sided sign test. Its power goes up and down with the number of votes, so they are the numbers from which on
 * it always suffices. Assumes independent votes; if several share a prompt, more are needed. Ties carry no
 * information here and are not counted. Costs O(√n / (p − ½)).
 * @throws {RangeError} unless ½ < winRate ≤ 1, 0 < alpha < 1, 0 < power < 1
 */
export function planVotes(winRate: number, alpha = 0.05, power = 0.8): VotePlan {
  if (!(winRate > 0.5 && winRate <= 1)) throw new RangeError('The win rate must be above 0.5 and at most 1.')
  for (const [name, value] of Object.entries({ alpha, power }))
    if (!(value > 0 && value < 1)) throw new RangeError(`${name} must lie between 0 and 1.`)
  const lead = winRate - 0.5
  const z = normalQuantile(alpha / 2) / 2
  const spread = normalQuantile(1 - power) * Math.sqrt(winRate * (1 - winRate))
  const votesForSignificance = roundedUp((z / lead) ** 2)
  const votesForPower = roundedUp((Math.max(0, z + spread) / lead) ** 2)
  return {
    winRate,
    alpha,
    power,
    votesForSignificance,
    votesForPower,
    exactVotesForSignificance: lastingFrom(votesForSignificance, lead, (votes) =>
      isSignificant(Math.ceil(winRate * votes - 1e-9), votes, alpha),
    ),
    exactVotesForPower: lastingFrom(votesForPower, lead, (votes) => {
      const needed = criticalWins(votes, alpha)
      return binomialTail(needed, votes, winRate) + binomialTail(needed, votes, 1 - winRate) >= power
    }),
  }
}

/** At least one vote. An excess over a whole number that is only rounding is ignored. */
function roundedUp(votes: number): number {
  return Math.max(1, Math.ceil(votes * (1 - 1e-12)))
}

/**
 * The smallest number of votes from which on `holds` is always true. One more or less win corresponds to 1/(p − ½)
 * votes.
 */
function lastingFrom(about: number, lead: number, holds: (votes: number) => boolean): number | null {
  if (about > MAX_EXACT) return null
  const margin = Math.ceil(10 / lead)
  let votes = about + margin
  for (let streak = 0; streak <= margin; votes++) streak = holds(votes) ? streak + 1 : 0
  while (votes > 1 && holds(votes - 1)) votes--
  return votes
}

function isSignificant(wins: number, votes: number, alpha: number): boolean {
  return 2 * binomialTail(wins, votes, 0.5) <= alpha
}

/** The smallest number of wins that is significant. More than the number of votes if none is. */
function criticalWins(votes: number, alpha: number): number {
  let wins = Math.floor(votes / 2 + (normalQuantile(alpha / 2) * Math.sqrt(votes)) / 2)
  while (wins <= votes && !isSignificant(wins, votes, alpha)) wins++
  while (wins > votes / 2 && isSignificant(wins - 1, votes, alpha)) wins--
  return wins
}
