/** Comparisons of two contestants, at one look and at many. */
import { headToHead } from '../../shared/stats/compare/head-to-head.ts'
import { outcomeScore } from '../../shared/stats/fit/votes.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { clusterVotes } from '../../server/comparisons/assess-criteria.ts'
import type { Looks } from '../../shared/contracts/index.ts'
import { shareOfBoards, study, type Turn } from './study.ts'
import { alike, byChance, drawVotes, inTurn, oneHeavy, worldSeed, zipf, type World } from './world.ts'

/** Votes on two contestants, as in arenas that use `compare`. */
type PairWorld = Pick<World, 'name' | 'ties' | 'spread' | 'draw'> & {
  /** The lead of the first contestant, in logits. */
  lead: number
  /** Whether votes name their voter. */
  isNamed: boolean
}

const EQUALS = { lead: 0, ties: 0.3 }

/** Votes of judges, or votes that do not name their voter. */
const unnamed = (votes: number, prompts: number[], words: string, prompt: number): PairWorld => ({
  ...EQUALS,
  name: `${votes} votes on ${words}${prompt > 0 ? `, sd ${prompt}` : ''}`,
  spread: { prompt, voter: 0 },
  isNamed: false,
  draw: byChance(votes, 2, prompts),
})

/** Votes that name their voter. */
const named = (
  votes: number,
  prompts: number[],
  voters: number[],
  words: string,
  spread: World['spread'],
): PairWorld => ({
  ...EQUALS,
  name: `${votes} votes on ${words}`,
  spread,
  isNamed: true,
  draw: byChance(votes, 2, prompts, voters),
})

const eachPrompt = (world: PairWorld, votes: number): PairWorld => ({
  ...world,
  draw: inTurn(world.draw, votes),
})

const equals: PairWorld[] = [
  eachPrompt(unnamed(400, [1], 'as many prompts', 0), 1),
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
  eachPrompt(
    named(400, [1], alike(30), 'as many prompts by 30 voters, sd 0.5', { prompt: 0, voter: 0.5 }),
    1,
  ),
  eachPrompt(unnamed(300, [1], '100 prompts in turn', 2), 3),
]

/** The power if the first contestant wins about 60 %. */
const apart = [0, 2, 3, 7, 11].map((at) => ({
  ...equals[at],
  name: `the first ahead: ${equals[at].name}`,
  lead: 0.4,
}))

/** Whether a comparison separated the two contestants. */
interface Separated {
  /** At one look, after the last vote. */
  once: boolean
  /** At any look, by what holds at all. */
  atAnyLook: boolean
  /** At any look, by what holds at one. */
  peeking: boolean
}

const ALPHA = 0.05
/** Somebody looks after each vote up to 60, and then after every tenth. */
const isLook = (votes: number) => votes <= 60 || votes % 10 === 0

function play(world: PairWorld, { n, seed }: Turn): Separated {
  const votes = drawVotes(
    { ...world, strengths: [world.lead, 0] },
    new RandomStream(worldSeed(world, seed), n),
  )
  const scores = Array.from(votes.outcome, (outcome, at) => outcomeScore(outcome, votes.left[at] === 0))
  const clusterKeys = scores.map((_score, at) => ({
    promptKey: String(votes.prompt![at]),
    promptGroup: null,
    voter: world.isNamed ? String(votes.person![at]) : null,
  }))
  const isDecided = (count: number, looks: Looks) => {
    const { unit, crossed } = clusterVotes(clusterKeys.slice(0, count))
    return headToHead(scores.slice(0, count), unit, { crossed, looks })!.p <= ALPHA
  }
  const looks = scores.map((_score, vote) => vote + 1).filter(isLook)
  return {
    once: isDecided(scores.length, 'one'),
    atAnyLook: looks.some((count) => isDecided(count, 'any')),
    peeking: looks.some((count) => isDecided(count, 'one')),
  }
}

export const compare = study({
  name: 'compare',
  about: 'Comparisons of two contestants whose votes share prompts and voters, at one look and at many.',
  worlds: [...equals, ...apart],
  boards: 600,
  play,
  columns: [
    { head: 'world', cell: ({ world }) => world.name },
    { head: 'one look', cell: shareOfBoards(({ once }) => once) },
    { head: 'at any look, `--sequential`', cell: shareOfBoards(({ atAnyLook }) => atAnyLook) },
    { head: 'at any look, by the rule for one', cell: shareOfBoards(({ peeking }) => peeking) },
  ],
})
