import type { RandomStream, VoteColumns } from '../../../../shared/stats/internal.ts'
import { LEFT, RIGHT, sigmoid, TIE } from '../../../../shared/stats/internal.ts'

/** By what a board of a world is resampled: prompts, voters, single votes, or prompts and voters together. */
export type By = 'prompt' | 'voter' | 'vote' | 'both'

/** Which prompt, voter and pair each vote of a board falls on. */
export interface Votes {
  prompt: number[]
  voter: number[]
  pair: [number, number][]
}

/** A world of prompts and voters as arenas in use have them. */
export interface World {
  group: string
  name: string
  strengths: number[]
  /** Share of votes that are ties, between equals. */
  ties: number
  /** Standard deviations of what a prompt, and a voter, likes in each contestant, in logits. */
  spread: { prompt: number; voter: number }
  /** The kinds of unit that boards of the world are judged by. */
  by: By[]
  /** Those by which the promise holds. */
  promised: By[]
  /** Boards where no other number is asked for. */
  boards: number
  draw: (stream: RandomStream) => Votes
  /** The prompts are of so many categories, and each has a board beside that of all votes; all are looked at. */
  categories?: { count: number; held: 'each alone' | 'together' }
}

/** The votes of one board, by `unit` its prompts and by `crossed` its voters. */
export function drawVotes(
  { strengths, ties, spread, draw }: Pick<World, 'strengths' | 'ties' | 'spread' | 'draw'>,
  stream: RandomStream,
): VoteColumns {
  const { prompt, voter, pair } = draw(stream)
  const likes = [
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

/** The votes on prompts of one of `count` categories, which prompts take in turn. */
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

/** Two different contestants, each pair as likely as any other. */
export function anyPair(contestants: number, stream: RandomStream): [number, number] {
  const first = Math.floor(stream.uniform() * contestants)
  const second = Math.floor(stream.uniform() * (contestants - 1))
  return second < first ? [second, first] : [first, second + 1]
}
