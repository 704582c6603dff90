/** A world with known strengths, and how the votes of its boards arise. */
import type { RandomStream } from '../../shared/stats/numbers/random.ts'
import { type VoteColumns, LEFT, RIGHT, TIE } from '../../shared/stats/fit/tally.ts'
import { sigmoid } from '../../shared/stats/fit/likelihood.ts'
import { fit } from '../../shared/stats/fit/bradley-terry.ts'

/** The units that a board resamples: prompts, voters, single votes, or prompts and voters together. */
export type By = 'prompt' | 'voter' | 'vote' | 'both'

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
  /** The share of votes that name their voter; without it, all do. */
  named?: number
  /** The prompt, the voter and the pair of each vote. */
  draw: (stream: RandomStream) => Votes
  /** The kinds of unit with which boards are judged, and those with which the rule promises its goals. */
  by: By[]
  promised: By[]
  /** The default number of boards. */
  boards: number
  /** How often each pair meets, where that is fixed: what boards estimate depends on it. */
  meetings?: readonly Meeting[]
  /**
   * Each vote merges two calls of a judge that prefers the first position by this much. If the calls disagree, it
   * is a tie.
   */
  firstPosition?: number
  /** The last `newcomers` contestants are newcomers. Their coverage is also counted separately. */
  newcomers?: number
  /** How often somebody looks at the board while votes come in. A false declaration at any look counts. */
  looks?: number
  /**
   * The prompts have this many categories. Each has a board of its own besides the board of all votes; all are
   * looked at.
   */
  categories?: { count: number; held: 'each alone' | 'together' }
}

export const titleOf = ({ group, name }: Pick<World, 'group' | 'name'>): string => `${group}: ${name}`

/** The seed of a world's boards, from its name and the seed of the simulation. */
export const seedOf = ({ name }: Pick<World, 'name'>, seed: number): number =>
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

export interface Votes {
  prompt: number[]
  voter: number[]
  pair: [number, number][]
  /** The number of prompts, if some may have no vote. */
  prompts?: number
}

/** Weights of prompts or voters. */
export const alike = (count: number, weight = 1) => new Array<number>(count).fill(weight)
/** The n-th is n to the power −`power` of the first. */
export const zipf = (count: number, power = 1) =>
  Array.from({ length: count }, (_, i) => 1 / (i + 1) ** power)
/** One weight has `share` of the total; the others share the rest evenly. */
export const oneHeavy = (count: number, share: number) => [
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
    const drawn: Votes = { prompt: [], voter: [], pair: [] }
    for (let vote = 0; vote < votes; vote++) {
      drawn.prompt.push(prompt(stream))
      drawn.voter.push(voter(stream))
      drawn.pair.push(anyPair(contestants, stream))
    }
    return drawn
  }
}

/** How often two contestants, first < second, meet on a board. */
export interface Meeting {
  first: number
  second: number
  times: number
}

/**
 * Votes by a schedule: first every pair once, then every pair that meets at least twice, and so on.
 * @param prompts  null: one for each vote
 * @param dealing  'in turn': the k-th vote of a pair is on prompt k mod `prompts`. 'shuffled': votes get prompts by chance.
 * @param voters  of whom each vote has any
 */
export function scheduled(
  meetings: readonly Meeting[],
  prompts: number | null,
  dealing: 'in turn' | 'shuffled' = 'in turn',
  voters = 1,
): World['draw'] {
  return (stream) => {
    const order = inTurn(meetings)
    if (dealing === 'shuffled') shuffle(order, stream)
    const promptOf = (turn: number, vote: number) =>
      prompts === null ? vote : (dealing === 'in turn' ? turn : vote) % prompts
    return {
      prompt: order.map(({ turn }, vote) => promptOf(turn, vote)),
      voter: order.map(() => (voters === 1 ? 0 : Math.floor(stream.uniform() * voters))),
      pair: order.map(({ first, second }) => [first, second]),
      prompts: prompts ?? order.length,
    }
  }
}

function inTurn(meetings: readonly Meeting[]): (Meeting & { turn: number })[] {
  const most = meetings.reduce((sofar, { times }) => Math.max(sofar, times), 0)
  return Array.from({ length: most }, (_, turn) =>
    meetings.filter(({ times }) => turn < times).map((meeting) => ({ ...meeting, turn })),
  ).flat()
}

/** Shuffles in place (Fisher and Yates). */
function shuffle<Item>(order: Item[], stream: RandomStream): void {
  for (let end = order.length - 1; end > 0; end--) {
    const chosen = Math.floor(stream.uniform() * (end + 1))
    ;[order[end], order[chosen]] = [order[chosen], order[end]]
  }
}

/** Every pair meets `times` times. */
export const even = (contestants: number, times: number): Meeting[] =>
  pairs(contestants).map(([first, second]) => ({ first, second, times }))

/** A circle in which contestants meet only those 1, 3, 9 and 27 places away, if the circle is long enough. */
export function sparse(contestants: number, times: number): Meeting[] {
  if (contestants < 4) return even(contestants, times).slice(1)
  return circle(
    contestants,
    times,
    [1, 3, 9, 27].filter((distance) => 2 * distance + 1 < contestants),
  )
}

/** Contestants on a circle meet those at these distances. */
export const circle = (contestants: number, times: number, distances: number[]): Meeting[] =>
  distances.flatMap((distance) =>
    Array.from({ length: contestants }, (_, i) => {
      const j = (i + distance) % contestants
      return { first: Math.min(i, j), second: Math.max(i, j), times }
    }),
  )

/**
 * About `times` votes a pair on average, in proportion to how often both contestants appear. This grows evenly from
 * a quarter of the average for the first contestant to seven quarters for the last. At least one vote.
 */
export function lopsided(contestants: number, times: number): Meeting[] {
  const weight = (i: number) => 0.25 + (1.5 * i) / (contestants - 1)
  return pairs(contestants).map(([first, second]) => ({
    first,
    second,
    times: Math.max(1, Math.round(times * weight(first) * weight(second))),
  }))
}

/**
 * Adds `newcomers` to `meetings` among `contestants`. Each has `votes` votes against the others in turn, beginning
 * with the last one, so the first contestant comes last.
 */
export function withNewcomers(
  meetings: readonly Meeting[],
  contestants: number,
  newcomers: number,
  votes: number,
): Meeting[] {
  const times = (first: number) => Math.ceil((votes - (contestants - 1 - first)) / contestants)
  const added = Array.from({ length: newcomers }, (_, one) =>
    Array.from({ length: contestants }, (_, first) => ({
      first,
      second: contestants + one,
      times: times(first),
    })).filter((meeting) => meeting.times > 0),
  )
  return [...meetings, ...added.flat()]
}

// Draws.

/** The votes of one board, in the order of their arrival. `unit` is the prompt and `crossed` the voter. */
export function drawVotes(
  world: Pick<
    World,
    'strengths' | 'ties' | 'spread' | 'promptEffects' | 'voterEffects' | 'named' | 'draw' | 'firstPosition'
  >,
  stream: RandomStream,
): VoteColumns {
  const { strengths, spread: sd, promptEffects, voterEffects, named = 1, draw } = world
  const { prompt, voter, pair, prompts = sizeOf(prompt) } = draw(stream)
  const voters = sizeOf(voter)
  const normalLikes = (count: number, deviation: number) =>
    deviation > 0 ? likings(count, strengths.length, deviation, stream) : null
  const byPrompt = promptEffects?.(prompts, stream) ?? normalLikes(prompts, sd.prompt)
  const byVoter = voterEffects?.(voters, stream) ?? normalLikes(voters, sd.voter)
  const outcome = Uint8Array.from(pair, ([i, j], vote) => {
    const lead = (one: number) =>
      strengths[one] + (byPrompt?.[prompt[vote]][one] ?? 0) + (byVoter?.[voter[vote]][one] ?? 0)
    return outcomeOf(lead(i) - lead(j), world, stream)
  })
  return {
    contestants: strengths.length,
    units: prompts,
    left: Int32Array.from(pair, ([i]) => i),
    right: Int32Array.from(pair, ([, j]) => j),
    outcome,
    unit: Int32Array.from(prompt),
    crossed: {
      unit: Int32Array.from(voter, (own) => (named < 1 && stream.uniform() >= named ? -1 : own)),
      units: voters,
    },
  }
}

/** The outcome between two contestants of which the left one is stronger by `difference`. */
export function outcomeOf(
  difference: number,
  { ties, firstPosition }: { ties: number; firstPosition?: number },
  stream: RandomStream,
): number {
  if (firstPosition !== undefined) {
    const forward = stream.uniform() < sigmoid(difference + firstPosition)
    const backward = stream.uniform() < sigmoid(difference - firstPosition)
    return forward !== backward ? TIE : forward ? LEFT : RIGHT
  }
  const chance = sigmoid(difference)
  // the expected score is the same with ties and without
  const tie = 4 * ties * chance * (1 - chance)
  const drawn = stream.uniform()
  return drawn < tie ? TIE : drawn < tie / 2 + chance ? LEFT : RIGHT
}

const sizeOf = (numbers: number[]): number => numbers.reduce((most, number) => Math.max(most, number + 1), 0)

/** The votes with the units that a board resamples. */
export function resampledBy({ crossed, ...votes }: VoteColumns, by: By): VoteColumns {
  if (by === 'both') return { ...votes, crossed: crossed! }
  return by === 'voter' ? { ...votes, ...crossed } : votes
}

/** The votes that fit, or the first `count` ones. */
export function someVotes(
  { crossed, ...votes }: VoteColumns,
  which: number | ((vote: number) => boolean),
): VoteColumns {
  const cut = <Column extends Int32Array | Uint8Array>(column: Column) =>
    (typeof which === 'number'
      ? column.subarray(0, which)
      : column.filter((_, vote) => which(vote))) as Column
  return {
    ...votes,
    left: cut(votes.left),
    right: cut(votes.right),
    outcome: cut(votes.outcome),
    unit: cut(votes.unit),
    ...(crossed && { crossed: { ...crossed, unit: cut(crossed.unit) } }),
  }
}

/** The votes on prompts of one of `count` categories. Prompts get categories in turn. */
export const ofCategory = (votes: VoteColumns, category: number, count: number): VoteColumns =>
  someVotes(votes, (vote) => votes.unit[vote] % count === category)

/** Normal preferences of `count` units for each contestant. */
export const likings = (
  count: number,
  contestants: number,
  deviation: number,
  stream: RandomStream,
): Float64Array[] =>
  Array.from({ length: count }, () =>
    Float64Array.from({ length: contestants }, () => (deviation > 0 ? deviation * normal(stream) : 0)),
  )

/** Standard normal (Box & Muller 1958). */
export const normal = (stream: RandomStream): number =>
  Math.sqrt(2 * stream.exponential()) * Math.cos(2 * Math.PI * stream.uniform())

/** Draws numbers 0 … weights.length − 1 in proportion to `weights`. */
export function chooser(weights: number[]): (stream: RandomStream) => number {
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
 * The strengths that a board of this world estimates, Σ = 0. For independent votes these are the given ones.
 * Otherwise they are what Bradley-Terry would fit to infinitely many units under the same schedule (the
 * projection), or under an even one if there is none.
 */
export function truthOf({
  strengths,
  meetings = even(strengths.length, 1),
  spread: sd,
  firstPosition = null,
}: Pick<World, 'strengths' | 'meetings' | 'spread'> & { firstPosition?: number | null }): Float64Array {
  const deviation = Math.SQRT2 * Math.hypot(sd.prompt, sd.voter)
  if (deviation === 0 && firstPosition === null) {
    const mean = strengths.reduce((sum, value) => sum + value, 0) / strengths.length
    return Float64Array.from(strengths, (value) => value - mean)
  }
  const known = new Map<number, number>()
  const score = (difference: number): number => {
    if (!known.has(difference)) known.set(difference, expectedScore(difference, deviation, firstPosition))
    return known.get(difference)!
  }
  const points = meetings.map(({ first, second, times }) => {
    const won = score(strengths[first] - strengths[second])
    return [times * won, times * (1 - won)]
  })
  return fit({
    contestants: strengths.length,
    first: Int32Array.from(meetings, ({ first }) => first),
    second: Int32Array.from(meetings, ({ second }) => second),
    firstPoints: Float64Array.from(points, ([won]) => won),
    secondPoints: Float64Array.from(points, ([, lost]) => lost),
  }).theta
}

/**
 * E σ(difference + deviation · Z), Z standard normal, by the trapezoidal rule, whose error vanishes faster than any
 * power of the step for such functions. With two calls in both orders, the mean over both preferences.
 */
export function expectedScore(difference: number, deviation: number, firstPosition: number | null): number {
  const at = (lead: number) =>
    firstPosition === null
      ? sigmoid(lead)
      : (sigmoid(lead + firstPosition) + sigmoid(lead - firstPosition)) / 2
  let sum = 0
  let weights = 0
  for (let step = -FARTHEST / STEP; step <= FARTHEST / STEP; step++) {
    const z = step * STEP
    const weight = Math.exp((-z * z) / 2)
    weights += weight
    sum += weight * at(difference + deviation * z)
  }
  return sum / weights
}
