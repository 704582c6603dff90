/** A world with known strengths, and how the votes of its boards arise. */
import type { RandomStream } from '../../shared/stats/numbers/random.ts'
import { LEFT, RIGHT, TIE, type Votes } from '../../shared/stats/fit/votes.ts'
import { sigmoid } from '../../shared/stats/fit/likelihood.ts'
import { fit } from '../../shared/stats/fit/bradley-terry.ts'

/** What the votes of a board name, and so what it can resample. */
export type Named = 'nothing' | 'prompts' | 'voters' | 'both'

export interface World {
  group: string
  name: string
  strengths: number[]
  /** The share of ties between equally strong contestants. The expected score is the same with and without ties. */
  ties: number
  /** Standard deviations, in logits, of the preference of a prompt and of a voter for each contestant. */
  spread: { prompt: number; voter: number }
  /** Draws what prompts like in each contestant, instead of normal effects with `spread.prompt`. */
  promptEffects?: (prompts: number, stream: RandomStream) => Float64Array[]
  /** The same of voters, instead of `spread.voter`. */
  voterEffects?: (voters: number, stream: RandomStream) => Float64Array[]
  /** The share of votes that name their voter, or which voters are named; without it, all are. */
  named?: number | ((voter: number) => boolean)
  /** The prompt, the voter and the pair of each vote. */
  draw: (stream: RandomStream) => Meetings
  names: Named
  boards: number
}

/** The seed of a world's boards, from its name and the seed of the simulation. */
export const worldSeed = ({ name }: Pick<World, 'name'>, seed: number): number =>
  [...name].reduce((sum, char) => (sum * 31 + char.codePointAt(0)!) % 2 ** 31, seed)

// Strengths, in logits.

export const equal = (contestants: number): number[] => new Array<number>(contestants).fill(0)

/** Evenly spaced with this standard deviation, in an order that separates neighbours by strength. */
export function spread(contestants: number, deviation = 0.5): number[] {
  const step = 0.5 / Math.sqrt((contestants ** 2 - 1) / 12)
  return Array.from({ length: contestants }, (_, i) => (deviation / 0.5) * (step * ((i * 7) % contestants)))
}

/** The first `leaders` are equally strong and `gap` above the others, who are also equal. */
export const leading = (contestants: number, gap: number, leaders = 1): number[] =>
  Array.from({ length: contestants }, (_, i) => (i < leaders ? gap : 0))

/** Every pair of numbers 0 … contestants − 1, the smaller first. */
export function pairs(contestants: number): [number, number][] {
  const all = Array.from({ length: contestants }, (_, i) => i)
  return all.flatMap((i) => all.slice(i + 1).map((j): [number, number] => [i, j]))
}

// How votes arise.

interface Meetings {
  prompt: number[]
  voter: number[]
  pair: [number, number][]
}

/** Weights of prompts or voters. */
export const alike = (count: number, weight = 1) => new Array<number>(count).fill(weight)
/** The n-th is n to the power −`power` of the first. */
export const zipf = (count: number, power = 1) =>
  Array.from({ length: count }, (_, i) => 1 / (i + 1) ** power)
/** One weight has `share` of the total; the others share the rest evenly. */
export const heavyUnit = (count: number, share: number) => [
  share,
  ...alike(count - 1, (1 - share) / (count - 1)),
]

/** Votes with a random pair, prompt and voter, in proportion to these weights. */
export function byChance(
  votes: number,
  contestants: number,
  prompts: number[],
  voters: number[] = [1],
): World['draw'] {
  const [prompt, voter] = [chooser(prompts), chooser(voters)]
  return (stream) => {
    const drawn: Meetings = { prompt: [], voter: [], pair: [] }
    for (let vote = 0; vote < votes; vote++) {
      drawn.prompt.push(prompt(stream))
      drawn.voter.push(voter(stream))
      drawn.pair.push(anyPair(contestants, stream))
    }
    return drawn
  }
}

/** The same votes prompt after prompt, so many on each. */
export const inTurn =
  (draw: World['draw'], votesEach: number): World['draw'] =>
  (stream) => {
    const drawn = draw(stream)
    return { ...drawn, prompt: drawn.prompt.map((_prompt, vote) => Math.floor(vote / votesEach)) }
  }

// Draws.

type Drawn = Pick<
  World,
  'strengths' | 'ties' | 'spread' | 'promptEffects' | 'voterEffects' | 'named' | 'draw'
>

/** What the units of one board like in each contestant; null: nothing. */
export interface Likes {
  prompt: readonly Float64Array[] | null
  voter: readonly Float64Array[] | null
}

/** The votes of one board, in the order of their arrival. */
export const drawVotes = (world: Drawn, stream: RandomStream): Votes => drawBoard(world, stream).votes

/** The same, with the likes they come from. */
export function drawBoard(world: Drawn, stream: RandomStream): { votes: Votes; likes: Likes } {
  const { strengths, spread: sd, promptEffects, voterEffects, named = 1, draw } = world
  const { prompt, voter, pair } = draw(stream)
  const prompts = countNumbers(prompt)
  const voters = countNumbers(voter)
  const normalLikes = (count: number, deviation: number) =>
    deviation > 0 ? likings(count, strengths.length, deviation, stream) : null
  const byPrompt = promptEffects?.(prompts, stream) ?? normalLikes(prompts, sd.prompt)
  const byVoter = voterEffects?.(voters, stream) ?? normalLikes(voters, sd.voter)
  const outcome = Uint8Array.from(pair, ([i, j], vote) => {
    const lead = (k: number) =>
      strengths[k] + (byPrompt?.[prompt[vote]][k] ?? 0) + (byVoter?.[voter[vote]][k] ?? 0)
    return drawOutcome(lead(i) - lead(j), world, stream)
  })
  const isNamed = typeof named === 'function' ? named : () => named === 1 || stream.uniform() < named
  return {
    votes: {
      contestants: strengths.length,
      left: Int32Array.from(pair, ([i]) => i),
      right: Int32Array.from(pair, ([, j]) => j),
      outcome,
      prompt: Int32Array.from(prompt),
      person: Int32Array.from(voter, (number) => (isNamed(number) ? number : -1)),
    },
    likes: { prompt: byPrompt, voter: byVoter },
  }
}

/** The outcome between two contestants of which the left one is stronger by `difference`. */
export function drawOutcome(difference: number, { ties }: { ties: number }, stream: RandomStream): number {
  const chance = sigmoid(difference)
  // the expected score is the same with ties and without
  const tie = 4 * ties * chance * (1 - chance)
  const drawn = stream.uniform()
  return drawn < tie ? TIE : drawn < tie / 2 + chance ? LEFT : RIGHT
}

const countNumbers = (numbers: number[]): number =>
  numbers.reduce((most, number) => Math.max(most, number + 1), 0)

/** The votes as a board gets them: with the prompts and voters that they name. */
export const namedVotes = (votes: Votes, names: Named): Votes => ({
  ...votes,
  prompt: names === 'prompts' || names === 'both' ? votes.prompt : null,
  person: names === 'voters' || names === 'both' ? votes.person : null,
})

/** The first `count` votes. */
export function firstVotes(votes: Votes, count: number): Votes {
  return {
    contestants: votes.contestants,
    left: votes.left.subarray(0, count),
    right: votes.right.subarray(0, count),
    outcome: votes.outcome.subarray(0, count),
    prompt: votes.prompt && votes.prompt.subarray(0, count),
    person: votes.person && votes.person.subarray(0, count),
  }
}

/** Normal preferences of `count` units for each contestant. */
export const likings = (
  count: number,
  contestants: number,
  deviation: number,
  stream: RandomStream,
): Float64Array[] =>
  Array.from({ length: count }, () =>
    Float64Array.from({ length: contestants }, () => (deviation > 0 ? deviation * stream.normal() : 0)),
  )

/** Draws numbers 0 … weights.length − 1 in proportion to `weights`. */
function chooser(weights: number[]): (stream: RandomStream) => number {
  let total = 0
  const sums = weights.map((weight) => (total += weight))
  return (stream) => {
    const at = stream.uniform() * total
    return sums.findIndex((sum) => at < sum)
  }
}

/** A pair of different contestants, the lower index first, all pairs being equally likely. */
export function anyPair(contestants: number, stream: RandomStream): [number, number] {
  const first = Math.floor(stream.uniform() * contestants)
  const second = Math.floor(stream.uniform() * (contestants - 1))
  return second < first ? [second, first] : [first, second + 1]
}

// What boards estimate.

const FARTHEST = 9
const STEP = 0.05

/**
 * The strengths that a board of this world estimates, Σ = 0: for independent votes the given ones, else what
 * Bradley-Terry would fit to infinitely many prompts and voters.
 *
 * @param among  where a board speaks for these units alone: what each likes, and its share of the votes
 */
export function trueStrengths(
  { strengths, spread: sd }: Pick<World, 'strengths' | 'spread'>,
  among?: { kind: 'prompt' | 'voter'; likes: readonly Float64Array[]; shares: Float64Array },
): Float64Array {
  const free = among ? (among.kind === 'prompt' ? sd.voter : sd.prompt) : Math.hypot(sd.prompt, sd.voter)
  const deviation = Math.SQRT2 * free
  if (deviation === 0 && !among) {
    const mean = strengths.reduce((sum, value) => sum + value, 0) / strengths.length
    return Float64Array.from(strengths, (value) => value - mean)
  }
  const known = new Map<number, number>()
  const expected = (difference: number): number => {
    if (deviation === 0) return sigmoid(difference)
    if (!known.has(difference)) known.set(difference, expectedScore(difference, deviation))
    return known.get(difference)!
  }
  const score = (i: number, j: number): number => {
    const difference = strengths[i] - strengths[j]
    if (!among) return expected(difference)
    return among.likes.reduce(
      (sum, likes, unit) =>
        among.shares[unit] > 0 ? sum + among.shares[unit] * expected(difference + likes[i] - likes[j]) : sum,
      0,
    )
  }
  const allPairs = pairs(strengths.length)
  return fit({
    contestants: strengths.length,
    first: Int32Array.from(allPairs, ([i]) => i),
    second: Int32Array.from(allPairs, ([, j]) => j),
    firstPoints: Float64Array.from(allPairs, ([i, j]) => score(i, j)),
    secondPoints: Float64Array.from(allPairs, ([i, j]) => 1 - score(i, j)),
  }).theta
}

/** E σ(difference + deviation · Z), Z standard by the trapezoidal rule, whose error vanishes faster than any power of the step. */
function expectedScore(difference: number, deviation: number): number {
  let sum = 0
  let weights = 0
  for (let step = -FARTHEST / STEP; step <= FARTHEST / STEP; step++) {
    const z = step * STEP
    const weight = Math.exp((-z * z) / 2)
    weights += weight
    sum += weight * sigmoid(difference + deviation * z)
  }
  return sum / weights
}
