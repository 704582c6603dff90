/** Comparisons of two contestants, at one look and at many. */
import { headToHead } from '../../shared/stats/compare/head-to-head.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { clusterVotes } from '../../server/comparisons/assess-criteria.ts'
import type { Looks } from '../../shared/contracts/index.ts'
import { countOption, percentOf, study } from './study.ts'
import { alike, byChance, drawVotes, oneHeavy, seedOf, zipf, type World } from './world.ts'

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

/** The same world prompt after prompt, so many votes on each. */
const inTurn = (world: PairWorld, votesEach: number): PairWorld => ({
  ...world,
  draw: (stream) => {
    const votes = world.draw(stream)
    return { ...votes, prompt: votes.prompt.map((_, vote) => Math.floor(vote / votesEach)) }
  },
})

const equals: PairWorld[] = [
  inTurn(unnamed(400, [1], 'as many prompts', 0), 1),
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
  inTurn(named(400, [1], alike(30), 'as many prompts by 30 voters, sd 0.5', { prompt: 0, voter: 0.5 }), 1),
  inTurn(unnamed(300, [1], '100 prompts in turn', 2), 3),
]

/** The power if the first contestant wins about 60 %. */
const apart = [0, 2, 3, 7, 11].map((at) => ({
  ...equals[at],
  name: `the first ahead: ${equals[at].name}`,
  lead: 0.4,
}))

export const PAIR_WORLDS: PairWorld[] = [...equals, ...apart]

/** In how many comparisons of one world the two contestants were separated. */
interface PairScore {
  runs: number
  /** At one look, after the last vote. */
  once: number
  /** At any look, by what holds at all. */
  atAnyLook: number
  /** At any look, by what holds at one. */
  peeking: number
}

const ALPHA = 0.05
/** Somebody looks after each vote up to 60, and then after every tenth. */
const isLook = (votes: number) => votes <= 60 || votes % 10 === 0

/** Run n depends only on the world's name, the seed and n. */
export function scorePairs(world: PairWorld, { runs, seed }: { runs: number; seed: number }): PairScore {
  const result: PairScore = { runs, once: 0, atAnyLook: 0, peeking: 0 }
  const worldSeed = seedOf(world, seed)
  for (let run = 0; run < runs; run++) {
    const votes = drawVotes({ ...world, strengths: [world.lead, 0] }, new RandomStream(worldSeed, run))
    const scores = Array.from(votes.outcome, (outcome, at) => {
      if (outcome >= 2) return 0.5
      return (outcome === 0) === (votes.left[at] === 0) ? 1 : 0
    })
    const clusterKeys = scores.map((_, at) => ({
      promptKey: String(votes.prompt![at]),
      promptGroup: null,
      voter: world.isNamed ? String(votes.person![at]) : null,
    }))
    const isDecided = (count: number, looks: Looks) => {
      const { unit, crossed } = clusterVotes(clusterKeys.slice(0, count))
      return headToHead(scores.slice(0, count), unit, { crossed, looks })!.p <= ALPHA
    }
    const at = scores.map((_, vote) => vote + 1).filter(isLook)
    if (isDecided(scores.length, 'one')) result.once++
    if (at.some((count) => isDecided(count, 'any'))) result.atAnyLook++
    if (at.some((count) => isDecided(count, 'one'))) result.peeking++
  }
  return result
}

export const compare = study({
  name: 'compare',
  about: 'Comparisons of two contestants whose votes share prompts and voters, at one look and at many.',
  options: [countOption('runs', 'comparisons a world', 600)],
  worlds: () => PAIR_WORLDS,
  titleOf: ({ name }) => name,
  score: (world, setting: { runs: number; seed: number }) => scorePairs(world, setting),
  columns: [
    { head: 'world', of: ({ world }) => world.name },
    { head: 'one look', of: ({ score }) => percentOf(score.once, score.runs) },
    { head: 'at any look, `--sequential`', of: ({ score }) => percentOf(score.atAnyLook, score.runs) },
    {
      head: 'at any look, by the rule for one',
      of: ({ score }) => percentOf(score.peeking, score.runs),
    },
  ],
})
