import { inflation, NORMAL_95 } from '../intervals/comparison.ts'
import { RandomStream } from '../numbers/random.ts'
import { LEFT, RIGHT } from '../fit/tally.ts'

/** The interval was not validated with fewer effective prompts. */
const FEWEST_SAMPLED_PROMPTS = 10
/** With fewer votes on the prompts that count, the result is not useful. */
const FEWEST_SAMPLED_VOTES = 50

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

/** Votes with the samples of both answers, one column each. */
export interface SampledVotes {
  /** Contestants by number. */
  first: Int32Array
  second: Int32Array
  firstSample: Int32Array
  secondSample: Int32Array
  /** As in VoteColumns. */
  outcome: Uint8Array
  /** By number. −1: unknown; such votes do not count. */
  prompt: Int32Array
  /** By number. −1: unknown. Empty if no voter is known. */
  voter: Int32Array
}

/** How often two votes on one pair and prompt disagree: on different samples, and on the same ones. */
interface Disagreement {
  prompt: number
  /** Votes of the pair on the prompt. 0 if another stratum of it counts them. */
  votes: number
  weight: number
  different: number
  equal: number
}

/** The number of pairs of votes, and how many of them agree. */
interface Agreeing {
  pairs: number
  agree: number
}

interface Vote {
  samples: string
  outcome: number
  voter: number
}

/**
 * The strata of `sampleEffect` with both kinds of pairs of votes. Pairs of votes are counted from the sizes of
 * groups, so it is linear in the votes.
 */
function disagreementsOn(votes: SampledVotes): Disagreement[] {
  return [...cellsOf(votes).values()].flatMap(({ prompt, votes: cellVotes }) => {
    const among = [...Map.groupBy(cellVotes, ({ voter }) => voter)].filter(([voter]) => voter >= 0)
    const everyone = strata(cellVotes)
    const sameVoter = among.map(([, theirs]) => strata(theirs)).reduce((sum, one) => added(sum, one), NOTHING)
    const comparisons = [minus(everyone, sameVoter), sameVoter].flatMap(
      ({ different, equal }) => rated(prompt, cellVotes.length, different, equal) ?? [],
    )
    return comparisons.map((one, i) => ({ ...one, votes: i === 0 ? cellVotes.length : 0 }))
  })
}

interface Strata {
  different: Agreeing
  equal: Agreeing
}

const NONE: Agreeing = { pairs: 0, agree: 0 }
const NOTHING: Strata = { different: NONE, equal: NONE }

function rated(prompt: number, votes: number, different: Agreeing, equal: Agreeing): Disagreement | null {
  if (different.pairs === 0 || equal.pairs === 0) return null
  const weight = (different.pairs * equal.pairs) / (different.pairs + equal.pairs) / (votes - 1)
  return {
    prompt,
    votes,
    weight,
    different: 1 - different.agree / different.pairs,
    equal: 1 - equal.agree / equal.pairs,
  }
}

function strata(votes: readonly Vote[]): Strata {
  const all = agreeing(votes)
  const bySamples = [...Map.groupBy(votes, ({ samples }) => samples).values()].map(agreeing)
  const equal = bySamples.reduce((sum, one) => plus(sum, one), NONE)
  return { different: plus(all, equal, -1), equal }
}

function agreeing(votes: readonly Vote[]): Agreeing {
  const counts = new Float64Array(3)
  for (const { outcome } of votes) counts[outcome]++
  return { pairs: choose2(votes.length), agree: counts.reduce((sum, n) => sum + choose2(n), 0) }
}

const choose2 = (n: number) => (n * (n - 1)) / 2
const plus = (a: Agreeing, b: Agreeing, sign = 1): Agreeing => ({
  pairs: a.pairs + sign * b.pairs,
  agree: a.agree + sign * b.agree,
})
const added = (a: Strata, b: Strata): Strata => ({
  different: plus(a.different, b.different),
  equal: plus(a.equal, b.equal),
})
const minus = (a: Strata, b: Strata): Strata => ({
  different: plus(a.different, b.different, -1),
  equal: plus(a.equal, b.equal, -1),
})

/** The votes by pair and prompt, with the sides in a fixed order. */
function cellsOf({ first, second, firstSample, secondSample, outcome, prompt, voter }: SampledVotes) {
  const cells = new Map<string, { prompt: number; votes: Vote[] }>()
  for (let i = 0; i < outcome.length; i++) {
    if (prompt[i] < 0) continue
    const swapped = first[i] > second[i]
    const [low, high] = swapped ? [second[i], first[i]] : [first[i], second[i]]
    const samples = swapped ? [secondSample[i], firstSample[i]] : [firstSample[i], secondSample[i]]
    const decisive = outcome[i] === LEFT || outcome[i] === RIGHT
    const key = `${prompt[i]} ${low} ${high}`
    const cell = cells.get(key) ?? { prompt: prompt[i], votes: [] }
    cell.votes.push({
      samples: samples.join(' '),
      outcome: !decisive ? 2 : Number((outcome[i] === RIGHT) !== swapped),
      voter: voter.length > 0 ? voter[i] : -1,
    })
    cells.set(key, cell)
  }
  return cells
}
