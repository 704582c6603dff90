import type { Votes } from '../field/world.ts'
import { alike, byChance, oneHeavy, zipf } from '../field/worlds.ts'
import type { RandomStream } from '../../../../shared/stats/numbers/random.ts'

/** Votes on two contestants, as in arenas that use `compare`. */
export interface PairWorld {
  name: string
  /** The lead of the first contestant, in logits. */
  lead: number
  ties: number
  /** Standard deviations, in logits, of the preference of a prompt and of a voter for each contestant. */
  spread: { prompt: number; voter: number }
  /** Whether votes name their voter. */
  isNamed: boolean
  draw: (stream: RandomStream) => Votes
}

const EQUALS = { lead: 0, ties: 0.3, isNamed: true }

/** Votes of judges, or votes that do not name their voter. */
const unnamed = (votes: number, prompts: number[], words: string, prompt: number): PairWorld => ({
  ...EQUALS,
  name: `${votes} votes on ${words}${prompt > 0 ? `, sd ${prompt}` : ''}`,
  spread: { prompt, voter: 0 },
  isNamed: false,
  draw: byChance(votes, 2, prompts, [1]),
})

interface Tastes {
  prompt: number
  voter: number
}

/** Votes that name their voter. */
const named = (
  votes: number,
  prompts: number[],
  voters: number[],
  words: string,
  spread: Tastes,
): PairWorld => ({
  ...EQUALS,
  name: `${votes} votes on ${words}`,
  spread,
  draw: byChance(votes, 2, prompts, voters),
})

/** The same world with a separate prompt for every vote. */
const withOwnPrompts = (world: PairWorld): PairWorld => ({
  ...world,
  draw: (stream) => {
    const votes = world.draw(stream)
    return { ...votes, prompt: votes.prompt.map((_, vote) => vote) }
  },
})

const equals: PairWorld[] = [
  withOwnPrompts(unnamed(400, [1], 'as many prompts', 0)),
  unnamed(400, alike(12), '12 prompts', 0.5),
  unnamed(400, alike(50), '50 prompts', 1),
  unnamed(400, alike(200), '200 prompts', 1),
  unnamed(600, zipf(30), '30 prompts by Zipf', 1),
  unnamed(400, oneHeavy(50, 0.5), '50 prompts, half on one', 1),
  unnamed(570, [...alike(5, 60), ...alike(45, 6)], '5 prompts of 60 and 45 of 6', 1),
  named(600, alike(50), alike(50), '50 prompts by 50 voters, sd 0.5', { prompt: 0.5, voter: 0.5 }),
  named(600, alike(50), zipf(50), '50 prompts by 50 voters by Zipf, sd 0.7', { prompt: 0.7, voter: 0.7 }),
  named(600, alike(50), oneHeavy(50, 0.15), '50 prompts, one of 50 voters casts 15 %, sd 1', {
    prompt: 0.5,
    voter: 1,
  }),
  withOwnPrompts(
    named(400, [1], alike(30), 'as many prompts by 30 voters, sd 0.5', { prompt: 0, voter: 0.5 }),
  ),
]

/** The power if the first contestant wins about 60 %. */
const apart = [0, 2, 3, 7].map((at) => ({
  ...equals[at],
  name: `the first ahead: ${equals[at].name}`,
  lead: 0.4,
}))

export const PAIR_WORLDS: PairWorld[] = [...equals, ...apart]
