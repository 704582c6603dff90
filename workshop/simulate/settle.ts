import { Option } from 'commander'
import { LEFT, RIGHT, TIE, type VoteColumns } from '../../shared/stats/fit/tally.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { sigmoid } from '../../shared/stats/fit/likelihood.ts'
import { isAbove, type Rated } from '../../shared/stats/declare/declare.ts'
import { rate } from '../../shared/stats/declare/rate.ts'
import type { SettleWay } from '../../shared/stats/plan/to-settle.ts'
import { anyPair, normal } from './world.ts'
import { wholeNumber } from '../../scripts/cli/terminal/options.ts'
import { study } from './harness.ts'

/** A world whose boards can grow: all earlier votes stay. */
interface GrowingWorld {
  contestants: number
  /** The standard deviation of strengths, in logits. */
  strengths: number
  /** The standard deviation of the preference of a prompt for a contestant, in logits. */
  likes: number
  prompts: number
  /** Votes on each prompt, each on a random pair. */
  votes: number
}

/** The share of ties between equals. */
const TIES = 0.3

/** The board of the world with this seed, with this many prompts and votes on each. */
function grownBoard(world: GrowingWorld, seed: number, prompts: number, votes: number): VoteColumns {
  return boardOf(strengthsOf(world, seed), world.likes, seed, prompts, votes)
}

/** The same for given strengths. */
export function boardOf(
  strengths: readonly number[],
  likes: number,
  seed: number,
  prompts: number,
  votes: number,
): VoteColumns {
  const contestants = strengths.length
  const all = prompts * votes
  const columns = { left: new Int32Array(all), right: new Int32Array(all), unit: new Int32Array(all) }
  const outcome = new Uint8Array(all)
  for (let prompt = 0, vote = 0; prompt < prompts; prompt++) {
    const stream = new RandomStream(seed, prompt + 1)
    const lead = strengths.map((own) => own + likes * normal(stream))
    for (let own = 0; own < votes; own++, vote++) {
      const [i, j] = anyPair(contestants, stream)
      const chance = sigmoid(lead[i] - lead[j])
      // the expected score is the same with ties and without
      const tie = 4 * TIES * chance * (1 - chance)
      const drawn = stream.uniform()
      columns.left[vote] = i
      columns.right[vote] = j
      columns.unit[vote] = prompt
      outcome[vote] = drawn < tie ? TIE : drawn < tie / 2 + chance ? LEFT : RIGHT
    }
  }
  return { contestants, units: prompts, ...columns, outcome }
}

/** The strengths of the contestants in the world with this seed. */
function strengthsOf({ contestants, strengths }: GrowingWorld, seed: number): number[] {
  const stream = new RandomStream(seed, 0)
  return Array.from({ length: contestants }, () => strengths * normal(stream))
}

/** How a prediction is tested: with more votes on the same prompts, or with new prompts of equally many votes. */
interface PredictionTest {
  world: GrowingWorld
  by: 'votes' | 'units'
  looks: 'one' | 'any'
}

/** What happened to the boards that needed more votes. */
interface PredictionScore {
  boards: number
  /** Boards in a dead heat whose top two are not practically equal. */
  open: number
  /** How many of these predicted a number of votes. */
  advised: number
  /** How many of the open boards predicted that no number of votes on the same prompts would suffice. */
  refused: number
  /** Refused boards that twelve times the votes on the same prompts did separate. */
  refusedButSeparated: number
  /** Advised boards that were separated after the likely number. */
  atLikely: number
  /**
   * The needed growth divided by the predicted growth. Infinity if twelve times the predicted growth was not
   * enough.
   */
  ratios: number[]
}

const STEP = 1.15
const FARTHEST = 12

/** Draws boards, adds the votes that they predict, and counts the results. */
function testPredictions(
  { world, by, looks }: PredictionTest,
  { boards, rounds, seed }: { boards: number; rounds: number; seed: number },
): PredictionScore {
  const score: PredictionScore = {
    boards,
    open: 0,
    advised: 0,
    refused: 0,
    refusedButSeparated: 0,
    atLikely: 0,
    ratios: [],
  }
  for (let board = 0; board < boards; board++) {
    const boardSeed = seed * 100_000 + board
    const after = (growth: number) => {
      const prompts = by === 'units' ? Math.round(world.prompts * growth) : world.prompts
      const votes = by === 'votes' ? Math.round(world.votes * growth) : world.votes
      return rated(grownBoard(world, boardSeed, prompts, votes), looks, rounds, board)
    }
    const { toSettle, deadHeatForFirst } = after(1)
    if (deadHeatForFirst.length > 0) score.open++
    const way = toSettle?.ways.find((one) => one.by === by)
    if (!toSettle || !way) continue
    const [i, j] = toSettle.contestants
    const isSeparate = (growth: number) => {
      const { standings } = after(growth)
      const [one, other] = [standings[i].comparison, standings[j].comparison]
      return isAbove(one, other) || isAbove(other, one)
    }
    add(score, way, toSettle.votes, isSeparate)
  }
  return score
}

function add(
  score: PredictionScore,
  { votes }: SettleWay,
  today: number,
  isSeparate: (growth: number) => boolean,
): void {
  if (votes.likely === null) {
    score.refused++
    if (isSeparate(FARTHEST)) score.refusedButSeparated++
    return
  }
  score.advised++
  const likely = 1 + votes.likely / today
  if (isSeparate(likely)) score.atLikely++
  let growth = 1.03
  while (growth - 1 < FARTHEST * (likely - 1) && !isSeparate(growth)) growth = 1 + (growth - 1) * STEP ** 2
  score.ratios.push(growth - 1 < FARTHEST * (likely - 1) ? (growth - 1) / (likely - 1) : Infinity)
}

function rated(votes: VoteColumns, looks: 'one' | 'any', rounds: number, seed: number): Rated {
  return rate(votes, { rounds, seed, by: 'unit', ties: 'half', intervals: 'preview', baseline: null, looks })
}

/** Prompts, votes on each prompt, and boards for each line, by the number of contestants. */
const BOARDS = [
  { contestants: 2, prompts: 25, votes: 8, boards: 200 },
  { contestants: 5, prompts: 25, votes: 20, boards: 100 },
  { contestants: 20, prompts: 40, votes: 60, boards: 40 },
]
const STRENGTHS = 0.3
/** With fewer boards no median is shown. */
const FEWEST = 20

const PREDICTION_TESTS = (['one', 'any'] as const).flatMap((looks) =>
  BOARDS.flatMap(({ boards, ...size }) =>
    [0, 0.5, 1].flatMap((likes) =>
      (['votes', 'units'] as const).map((by) => ({
        world: { ...size, strengths: STRENGTHS, likes },
        by,
        looks,
        boards,
      })),
    ),
  ),
)

const partOf = (count: number, all: number) => (all === 0 ? '' : `${Math.round((100 * count) / all)} %`)

function medianRatio({ ratios }: PredictionScore): string {
  const sorted = ratios.toSorted((a, b) => a - b)
  const at = (share: number) => {
    const ratio = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]
    return ratio === undefined ? '' : ratio === Infinity ? '> 12' : ratio.toFixed(2)
  }
  return sorted.length < FEWEST ? '' : `${at(0.5)} (${at(0.25)}–${at(0.75)})`
}

export const settle = study({
  name: 'settle',
  about: 'Boards that follow their own advice: how often it separates the two highest rated.',
  options: [
    new Option('--boards <n>', 'boards a line, in place of their own number').argParser(wholeNumber(1)),
    new Option('--rounds <n>', 'normal draws for k').argParser(wholeNumber(20)).default(200),
  ],
  worlds: () => PREDICTION_TESTS,
  titleOf: ({ world, by, looks }) =>
    `looks ${looks}, ${world.contestants} contestants, sd ${world.likes}, more ${by}`,
  score: (
    { boards: own, ...test },
    { boards = own, ...setting }: { boards?: number; rounds: number; seed: number },
  ) => testPredictions(test, { ...setting, boards }),
  columns: [
    { head: 'looks', of: ({ world }) => world.looks },
    { head: 'contestants', of: ({ world }) => world.world.contestants },
    { head: 'sd of prompts', of: ({ world }) => world.world.likes },
    { head: 'more', of: ({ world }) => (world.by === 'votes' ? 'votes' : 'prompts'), isText: true },
    { head: 'open', of: ({ score }) => score.open },
    { head: 'advised', of: ({ score }) => score.advised },
    { head: 'separated then', of: ({ score }) => partOf(score.atLikely, score.advised) },
    { head: 'needed / advised', of: ({ score }) => medianRatio(score), isText: true },
    { head: 'will not do', of: ({ score }) => score.refused },
    { head: 'did', of: ({ score }) => partOf(score.refusedButSeparated, score.refused) },
  ],
})
