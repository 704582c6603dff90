/** Comparisons of two contestants, at one look and at many. */
import { headToHead } from '../../shared/stats/compare/head-to-head.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { clustersOf } from '../../server/comparisons/assess-criteria.ts'
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
const inTurn = (world: PairWorld, each: number): PairWorld => ({
  ...world,
  draw: (stream) => {
    const votes = world.draw(stream)
    return { ...votes, prompt: votes.prompt.map((_, vote) => Math.floor(vote / each)) }
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
  const own = seedOf(world, seed)
  for (let run = 0; run < runs; run++) {
    const votes = drawVotes({ ...world, strengths: [world.lead, 0] }, new RandomStream(own, run))
    const scores = Array.from(votes.outcome, (outcome, at) => {
      if (outcome >= 2) return 0.5
      return (outcome === 0) === (votes.left[at] === 0) ? 1 : 0
    })
    const clusterKeys = scores.map((_, at) => ({
      promptKey: String(votes.unit[at]),
      promptGroup: null,
      voter: world.isNamed ? String(votes.crossed!.unit[at]) : null,
    }))
    const isDecided = (count: number, looks: Looks) => {
      const { unit, crossed } = clustersOf(clusterKeys.slice(0, count))
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

/** Comparisons of two contestants with a known win rate, judged prompt by prompt until they are told apart. */

/** The prompts of the fixed plan, and the share of them without a winner. */
const PROMPTS = 400
const TIES = 0.2

interface Setting {
  /** The true win rate. A tie is half a win. */
  winRate: number
  ties: number
  prompts: number
  runs: number
  alpha: number
  seed: number
}

/** The results of all runs of one setting, as shares of runs. */
interface StoppingScore {
  decided: number
  /** Decided for the worse contestant or, if they are equal, for either. */
  wrong: number
  /** Wrong if the rule for one look is used at every look. */
  wrongAtOneLook: number
  /** The average number of prompts judged until the decision, or all. */
  judged: number
  /** The saved share of the fixed plan's calls. */
  saved: number
}

/** Run r depends only on the setting and r. */
function simulateStopping(setting: Setting): StoppingScore {
  const { prompts, runs, alpha, winRate } = setting
  const sum = { decided: 0, wrong: 0, wrongAtOneLook: 0, judged: 0 }
  for (let run = 0; run < runs; run++) {
    const scores = drawScores(setting, run)
    const stop = firstDecided(scores, alpha, 'any')
    sum.judged += stop?.votes ?? prompts
    if (stop) sum.decided++
    if (stop && isWrong(stop.isFirst, winRate)) sum.wrong++
    const early = firstDecided(scores, alpha, 'one')
    if (early && isWrong(early.isFirst, winRate)) sum.wrongAtOneLook++
  }
  return {
    decided: sum.decided / runs,
    wrong: sum.wrong / runs,
    wrongAtOneLook: sum.wrongAtOneLook / runs,
    judged: sum.judged / runs,
    saved: 1 - sum.judged / runs / prompts,
  }
}

/** 1 won, ½ tie, 0 lost, by prompt. */
function drawScores({ winRate, ties, prompts, seed }: Setting, run: number): number[] {
  const stream = new RandomStream(seed * 1000 + Math.round(100 * winRate), run)
  const wins = winRate - ties / 2
  return Array.from({ length: prompts }, () => {
    const at = stream.uniform()
    return at < wins ? 1 : at < wins + ties ? 0.5 : 0
  })
}

/** The first look at which the scores so far tell the two apart, each on a prompt of its own, and for whom; null: none does. */
function firstDecided(
  scores: readonly number[],
  alpha: number,
  looks: Looks,
): { votes: number; isFirst: boolean } | null {
  for (let votes = 1; votes <= scores.length; votes++) {
    if (!isLook(votes)) continue
    const seen = scores.slice(0, votes)
    const { p, winRate } = headToHead(seen, [...seen.keys()], { looks })!
    if (p <= alpha) return { votes, isFirst: winRate > 0.5 }
  }
  return null
}

const isWrong = (own: boolean, winRate: number): boolean => winRate === 0.5 || own !== winRate > 0.5

const WIN_RATES = [0.5, 0.55, 0.6, 0.7]

export const stopping = study({
  name: 'stopping',
  about: 'Comparisons of known win rates, stopped as `compare --sequential` is.',
  options: [countOption('runs', 'comparisons of each win rate', 2000)],
  worlds: () => WIN_RATES,
  titleOf: (winRate) => `${Math.round(100 * winRate)} %`,
  score: (winRate, setting: Pick<Setting, 'runs' | 'seed'>) =>
    simulateStopping({ ...setting, winRate, prompts: PROMPTS, ties: TIES, alpha: ALPHA }),
  columns: [
    { head: 'true win rate', of: ({ world }) => `${Math.round(100 * world)} %` },
    { head: 'decided', of: ({ score }) => shareText(score.decided) },
    { head: 'wrongly', of: ({ score }) => shareText(score.wrong) },
    { head: 'wrongly by the rule for one look', of: ({ score }) => shareText(score.wrongAtOneLook) },
    { head: 'prompts judged', of: ({ score }) => Math.round(score.judged) },
    { head: 'calls saved', of: ({ score }) => shareText(score.saved) },
  ],
})

const shareText = (share: number): string => `${(100 * share).toFixed(1)} %`
