/** Simulated votes from a Bradley-Terry model with known strengths, which fill the demo board before people vote. */
import { RandomStream } from '../../../shared/stats/internal.ts'
import type { Outcome } from '../../../shared/contracts/index.ts'
import type { ImportedVote } from '../import/arena-import.ts'

export interface Simulation {
  seed: number
  votes: number
  voters: number
  /** The share of all votes without a winner. `bothBadRate` of all votes are among these and call both bad. */
  tieRate: number
  bothBadRate: number
  /** Standard deviation of a contestant's deviation on a single prompt, in logits. */
  promptEffect: number
}

interface Field {
  contestants: { name: string; strength: number }[]
  prompts: { key: string; category: string | null }[]
}

/**
 * @param lastCast the time of the last vote; the others come before it, ten minutes apart
 * @returns the requested number of votes; no voter sees a pair twice on one prompt
 */
export function simulateVotes(
  { contestants, prompts }: Field,
  simulation: Simulation,
  lastCast: Date,
): ImportedVote[] {
  const random = new RandomStream(simulation.seed, 0)
  const below = (limit: number) => Math.floor(random.uniform() * limit)
  const luck = prompts.map(() => contestants.map(() => simulation.promptEffect * gaussian(random)))
  const shownPairs = new Set<string>()
  const votes: ImportedVote[] = []
  while (votes.length < simulation.votes) {
    const voter = below(simulation.voters)
    const left = below(contestants.length)
    const right = (left + 1 + below(contestants.length - 1)) % contestants.length
    const prompt = below(prompts.length)
    const showing = `${voter} ${prompt} ${Math.min(left, right)} ${Math.max(left, right)}`
    if (shownPairs.has(showing)) continue
    shownPairs.add(showing)
    const gap = strength(left) - strength(right)
    const n = votes.length
    votes.push({
      key: `simulated:${simulation.seed}:${n}`,
      left: contestants[left].name,
      right: contestants[right].name,
      outcome: outcomeOf(1 / (1 + Math.exp(-gap)), simulation, random),
      source: 'simulated',
      inconsistent: false,
      prompt: prompts[prompt].key,
      voter: `simulated-${voter + 1}`,
      criterion: null,
      category: prompts[prompt].category,
      castAt: new Date(lastCast.getTime() - (simulation.votes - 1 - n) * TEN_MINUTES_MS),
    })
    function strength(contestant: number): number {
      return contestants[contestant].strength + luck[prompt][contestant]
    }
  }
  return votes
}

const TEN_MINUTES_MS = 600_000

function outcomeOf(leftWins: number, { tieRate, bothBadRate }: Simulation, random: RandomStream): Outcome {
  const u = random.uniform()
  if (u < bothBadRate) return 'both_bad'
  if (u < tieRate) return 'tie'
  return random.uniform() < leftWins ? 'left' : 'right'
}

/** Standard normal (Box and Muller 1958). */
function gaussian(random: RandomStream): number {
  return Math.sqrt(2 * random.exponential()) * Math.cos(2 * Math.PI * random.uniform())
}
