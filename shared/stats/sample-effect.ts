import { inflation, NORMAL_95 } from './comparison.ts'
import { RandomStream } from './random.ts'
import { disagreementsOn } from './sample-pairs.ts'
import type { SampledVotes } from './sample-pairs.ts'

/** The interval was not validated with fewer effective prompts. */
export const FEWEST_SAMPLED_PROMPTS = 10
/** With fewer votes on the prompts that count, the result is not useful. */
export const FEWEST_SAMPLED_VOTES = 50

/**
 * Why the effect is not known: all votes are on the same answers, there are too few others, or nobody ever
 * disagrees.
 */
export type NoSampleEffect = 'no_samples' | 'few_prompts' | 'few_votes' | 'no_spread'

export interface SampleEffect {
  /** Votes on pairs and prompts with both kinds of pairs of votes. */
  votes: number
  /** The number of prompts of these votes. */
  prompts: number
  /**
   * How often two votes on different samples disagree, and two votes on the same samples: 0 … 1. Null without such
   * votes.
   */
  different: number | null
  equal: number | null
  /** `different` − `equal`. Below 0 only by chance. Null if there is a `reason`. */
  share: number | null
  /** 95 %. */
  interval: [number, number] | null
  reason: NoSampleEffect | null
}

/**
 * How often a contestant's other answers to a prompt change the outcome: the probability that two votes on the same
 * pair and prompt disagree if they are on different samples, minus the probability if they are on the same samples.
 * Left, right and tie are three outcomes. Only pairs and prompts with both kinds of pairs of votes count. Two votes
 * of the same voter are compared separately from those of two voters. The differences have the weights of Mantel
 * and Haenszel (1959; Greenland & Robins 1985 for differences), by votes instead of by pairs of votes: a pair with
 * twice the votes counts twice. The interval is the estimate ± the deviation of `rounds` bootstrap rounds over
 * prompts, with the quantile of Student's t for that many effective prompts. Assumes that samples are drawn
 * independently of outcomes. Linear in the votes.
 */
export function sampleEffect(
  votes: SampledVotes,
  { rounds, seed }: { rounds: number; seed: number },
): SampleEffect {
  const cells = disagreementsOn(votes)
  const prompts = [...byPrompt(cells).values()]
  const counted = cells.reduce((sum, cell) => sum + cell.votes, 0)
  const totals = totalOf(prompts)
  const counts = { votes: counted, prompts: prompts.length }
  const nothing = { ...counts, different: null, equal: null, share: null, interval: null }
  if (
    !votes.firstSample.some(
      (sample, i) => sample !== votes.firstSample[0] || votes.secondSample[i] !== sample,
    )
  )
    return { ...nothing, reason: 'no_samples' }
  const effective = totals.weight ** 2 / prompts.reduce((sum, { weight }) => sum + weight ** 2, 0)
  if (!(effective >= FEWEST_SAMPLED_PROMPTS)) return { ...nothing, reason: 'few_prompts' }
  if (counted < FEWEST_SAMPLED_VOTES) return { ...nothing, reason: 'few_votes' }
  const deviation = deviationOver(prompts, rounds, seed)
  if (!(deviation > 1e-9)) return { ...nothing, reason: 'no_spread' }
  const [different, equal] = [totals.different / totals.weight, totals.equal / totals.weight]
  const half = NORMAL_95 * inflation(effective, NORMAL_95) * deviation
  const share = different - equal
  return { ...counts, different, equal, share, interval: [share - half, share + half], reason: null }
}

interface Sums {
  weight: number
  different: number
  equal: number
}

function byPrompt(cells: ReturnType<typeof disagreementsOn>): Map<number, Sums> {
  const sums = new Map<number, Sums>()
  for (const { prompt, weight, different, equal } of cells) {
    const sum = sums.get(prompt) ?? { weight: 0, different: 0, equal: 0 }
    sum.weight += weight
    sum.different += weight * different
    sum.equal += weight * equal
    sums.set(prompt, sum)
  }
  return new Map([...sums].toSorted(([one], [other]) => one - other))
}

function totalOf(prompts: readonly Sums[]): Sums {
  const total = { weight: 0, different: 0, equal: 0 }
  for (const { weight, different, equal } of prompts) {
    total.weight += weight
    total.different += different
    total.equal += equal
  }
  return total
}

/** The standard deviation of the share over rounds. Each round draws as many prompts with replacement. */
function deviationOver(prompts: readonly Sums[], rounds: number, seed: number): number {
  const shares = Array.from({ length: rounds }, (_, round) => {
    const stream = new RandomStream(seed, round)
    const { weight, different, equal } = totalOf(
      prompts.map(() => prompts[Math.floor(prompts.length * stream.uniform())]),
    )
    return (different - equal) / weight
  })
  const mean = shares.reduce((sum, share) => sum + share, 0) / rounds
  return Math.sqrt(shares.reduce((sum, share) => sum + (share - mean) ** 2, 0) / (rounds - 1))
}
