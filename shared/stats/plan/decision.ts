/** What a number of votes can show on the day that they decide, by the rule of the board. */
import { normalQuantile, normalTail, studentQuantile } from '../numbers/distributions.ts'
import { intraclassCorrelation } from '../board/weights.ts'

export interface DecisionPlan {
  /** M. */
  contestants: number
  /** All votes, spread evenly over pairs, prompts and people. */
  votes: number
  /** Null: votes share no prompts. */
  prompts: number | null
  /** Null: judges vote, who are no units. */
  people: number | null
}

export interface DecisionPower {
  /** The least win rate against each other, in whole percent, that wins on 8 of 10 boards. Null: not even 95. */
  percent: number | null
  /** Whether more prompts would show more, and more votes on the same prompts next to nothing. */
  needsPrompts: boolean
}

/** The share of boards that a sentence promises. */
const SHARE = 0.8
/** Beyond it fits are too uneven for the approximation. */
const MAX_PERCENT = 95
/** Twice as much that lowers the percentage by less than so many points shows next to nothing. */
const NEXT_TO_NOTHING = 2

/**
 * What so many votes can show. Votes of a prompt or a person correlate as the weights of the board suppose.
 * @throws {RangeError} for fewer than two contestants or one vote
 */
export function decisionPower(plan: DecisionPlan): DecisionPower {
  const percent = leastPercent(plan)
  if (plan.prompts === null) return { percent: wholePercent(percent), needsPrompts: false }
  const gainBy = (more: Partial<DecisionPlan>) => percent - leastPercent({ ...plan, ...more })
  const byVotes = gainBy({ votes: 2 * plan.votes, people: plan.people && 2 * plan.people })
  const byPrompts = gainBy({ prompts: 2 * plan.prompts })
  return {
    percent: wholePercent(percent),
    needsPrompts: byVotes < NEXT_TO_NOTHING && byPrompts > byVotes,
  }
}

const wholePercent = (percent: number): number | null => (percent > MAX_PERCENT ? null : Math.ceil(percent))

/** The win rate that wins on that share of boards, in percent; above `MAX_PERCENT`: no such rate. */
function leastPercent(plan: DecisionPlan): number {
  let [low, high] = [50, 99]
  while (high - low > 0.05) {
    const middle = (low + high) / 2
    if (chanceToWin(plan, middle / 100) < SHARE) low = middle
    else high = middle
  }
  return high
}

/**
 * The chance that a contestant wins at one look that beats each of its equal rivals at this rate. Its lead over each must exceed
 * both half bars. Leads are about normal and share the error of the leader; their variances are those of Bradley-Terry with as
 * many votes on each pair, times 1 + Σ ρ (m − 1) over prompts and people of m votes each (Kish 1965).
 */
export function chanceToWin(
  { contestants: M, votes, prompts, people }: DecisionPlan,
  winRate: number,
): number {
  if (!(M >= 2 && votes >= 1)) throw new RangeError('A decision needs two contestants and a vote.')
  const units = [prompts, people].filter((count) => count !== null)
  const rho = intraclassCorrelation(M)
  const shared = units.reduce((sum, count) => sum + rho * Math.max(0, votes / count - 1), 1)
  const onPair = votes / ((M * (M - 1)) / 2) / shared
  const [ofLeader, ofRivals] = [onPair * winRate * (1 - winRate), onPair / 4]
  const leader = (M - 1) / (M * M * ofLeader)
  const rival = 1 / (M * (M - 1) * M * ofLeader) + (M - 2) / ((M - 1) * (ofLeader + (M - 1) * ofRivals))
  const betweenLeader = -leader / (M - 1)
  const betweenRivals = M === 2 ? 0 : (leader / (M - 1) - rival) / (M - 2)
  const degrees = units.length === 0 ? Infinity : Math.max(1, Math.min(votes, ...units) - 1)
  const quantile = normalQuantile(0.025)
  const t = Number.isFinite(degrees) ? studentQuantile(quantile, degrees) : quantile
  const needed = t * (Math.sqrt(leader) + Math.sqrt(rival))
  const lead = Math.log(winRate / (1 - winRate))
  const variance = leader + rival - 2 * betweenLeader
  const common = M === 2 ? 0 : leader - 2 * betweenLeader + betweenRivals
  const alone = Math.sqrt(Math.max(1e-12, variance - common))
  const below = (z: number) => (z < 0 ? normalTail(-z) : 1 - normalTail(z))
  // over the error that all leads share
  const [steps, farthest] = [200, 5]
  let sum = 0
  let weight = 0
  for (let step = 0; step <= steps; step++) {
    const z = -farthest + (2 * farthest * step) / steps
    const density = Math.exp((-z * z) / 2)
    sum += density * below((lead - needed + Math.sqrt(Math.max(0, common)) * z) / alone) ** (M - 1)
    weight += density
  }
  return sum / weight
}
