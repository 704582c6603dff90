import type { RandomStream } from '../../../../shared/stats/numbers/random.ts'
import { type VoteColumns, LEFT, RIGHT, TIE } from '../../../../shared/stats/fit/tally.ts'
import { sigmoid } from '../../../../shared/stats/fit/likelihood.ts'

/** The units that a board resamples: prompts, voters, single votes, or prompts and voters together. */
export type By = 'prompt' | 'voter' | 'vote' | 'both'

/** Chooses the prompt, the voter and the pair of each vote of a board. */
export interface Votes {
  prompt: number[]
  voter: number[]
  pair: [number, number][]
}

/** A world with prompts and voters like those of real arenas. */
export interface World {
  group: string
  name: string
  strengths: number[]
  /** The share of ties between equally strong contestants. */
  ties: number
  /** Standard deviations, in logits, of the preference of a prompt and of a voter for each contestant. */
  spread: { prompt: number; voter: number }
  /** The kinds of unit with which boards are judged. */
  by: By[]
  /** The kinds of unit with which the rule promises its goals. */
  promised: By[]
  /** Draws what prompts like in each contestant, instead of normal effects with `spread.prompt`. */
  promptEffects?: (prompts: number, stream: RandomStream) => Float64Array[]
  /** The default number of boards. */
  boards: number
  draw: (stream: RandomStream) => Votes
  /**
   * The prompts have this many categories. Each has a board of its own besides the board of all votes; all are
   * looked at.
   */
  categories?: { count: number; held: 'each alone' | 'together' }
}

/** The votes of one board. `unit` is the prompt and `crossed` the voter. */
export function drawVotes(
  {
    strengths,
    ties,
    spread,
    promptEffects,
    draw,
  }: Pick<World, 'strengths' | 'ties' | 'spread' | 'promptEffects' | 'draw'>,
  stream: RandomStream,
): VoteColumns {
  const { prompt, voter, pair } = draw(stream)
  const likes = [
    promptEffects?.(sizeOf(prompt), stream) ??
      likings(sizeOf(prompt), strengths.length, spread.prompt, stream),
    likings(sizeOf(voter), strengths.length, spread.voter, stream),
  ]
  const outcome = Uint8Array.from(pair, ([i, j], vote) => {
    const lead = (contestant: number) =>
      strengths[contestant] + likes[0][prompt[vote]][contestant] + likes[1][voter[vote]][contestant]
    const difference = lead(i) - lead(j)
    const chance = sigmoid(difference)
    // the expected score is the same with ties and without
    const tie = 4 * ties * chance * (1 - chance)
    const drawn = stream.uniform()
    return drawn < tie ? TIE : drawn < tie / 2 + chance ? LEFT : RIGHT
  })
  return {
    contestants: strengths.length,
    units: sizeOf(prompt),
    left: Int32Array.from(pair, ([i]) => i),
    right: Int32Array.from(pair, ([, j]) => j),
    outcome,
    unit: Int32Array.from(prompt),
    crossed: { unit: Int32Array.from(voter), units: sizeOf(voter) },
  }
}

/** The votes on prompts of one of `count` categories. Prompts get categories in turn. */
export function ofCategory({ crossed, ...votes }: VoteColumns, category: number, count: number): VoteColumns {
  const isIn = (_: number, vote: number) => votes.unit[vote] % count === category
  const { left, right, outcome, unit } = votes
  return {
    ...votes,
    left: left.filter(isIn),
    right: right.filter(isIn),
    outcome: outcome.filter(isIn),
    unit: unit.filter(isIn),
    ...(crossed && { crossed: { ...crossed, unit: crossed.unit.filter(isIn) } }),
  }
}

function sizeOf(numbers: number[]): number {
  return numbers.reduce((most, number) => Math.max(most, number + 1), 0)
}

export function likings(
  count: number,
  contestants: number,
  spread: number,
  stream: RandomStream,
): Float64Array[] {
  return Array.from({ length: count }, () =>
    Float64Array.from({ length: contestants }, () => (spread > 0 ? spread * normal(stream) : 0)),
  )
}

/** Standard normal, by Box and Muller. */
export function normal(stream: RandomStream): number {
  return Math.sqrt(2 * stream.exponential()) * Math.cos(2 * Math.PI * stream.uniform())
}

/** Draws numbers 0 … weights.length − 1 in proportion to `weights`. */
export function chooser(weights: number[]): (stream: RandomStream) => number {
  const sums = weights.map(
    (
      (total) => (weight) =>
        (total += weight)
    )(0),
  )
  return (stream) => {
    const at = stream.uniform() * sums.at(-1)!
    return sums.findIndex((sum) => at < sum)
  }
}

/** A pair of different contestants, the lower index first, all pairs being equally likely. */
export function anyPair(contestants: number, stream: RandomStream): [number, number] {
  const first = Math.floor(stream.uniform() * contestants)
  const second = Math.floor(stream.uniform() * (contestants - 1))
  return second < first ? [second, first] : [first, second + 1]
}
