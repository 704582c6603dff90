import { Option } from 'commander'
import { expectLeader } from '../../shared/stats/plan/expect.ts'
import { fit } from '../../shared/stats/fit/bradley-terry.ts'
import { measureRated } from '../../shared/stats/intervals/measurement.ts'
import { tally } from '../../shared/stats/fit/tally.ts'
import { toRating } from '../../shared/stats/fit/likelihood.ts'
import { boardOf } from './settle.ts'
import { expectedScore } from './draw-board.ts'
import { wholeNumber } from '../../scripts/cli/terminal/options.ts'
import { study } from './harness.ts'
import { equal, leading, spread } from './cell.ts'

/** A world: strengths, the standard deviation of prompts' preferences (in logits), and the size of its boards. */
interface LeaderWorld {
  strengths: readonly number[]
  likes: number
  prompts: number
  /** Votes on each prompt, each on a random pair. */
  votes: number
}

/** Sums over boards of the error of an estimate of the leader's strength, in logits. */
interface Errors {
  sum: number
  squares: number
  /** Boards whose interval contains the true strength. */
  covered: number
  /** The sum of the intervals' lengths. */
  length: number
}

interface LeadersFound {
  /** Boards with an expectation. The others have too few units, or nobody is rated. */
  boards: number
  silent: number
  /** The rating of the board, with its marginal interval. */
  naive: Errors
  /** The rating expected on new prompts. */
  expected: Errors
}

/** Draws boards of the world and compares their leader's rating with its strength on all prompts there are. */
export function leaders(
  world: LeaderWorld,
  { boards, rounds, seed }: { boards: number; rounds: number; seed: number },
): LeadersFound {
  const truth = projected(world)
  const sums: LeadersFound = { boards: 0, silent: 0, naive: none(), expected: none() }
  for (let board = 0; board < boards; board++) {
    const own = seed * 100_000 + board
    const votes = boardOf(world.strengths, world.likes, own, world.prompts, world.votes)
    const measured = measureRated(tally(votes, 'unit', 'half'), 'comparison', { rounds, seed: own })
    const { expectation } = expectLeader(measured)
    // with fewer contestants rated, strengths are relative to another average
    if (!expectation || measured.selection.members.length < world.strengths.length) {
      sums.silent++
      continue
    }
    sums.boards++
    const leader = expectation.contestant
    add(sums.naive, expectation.rated - truth[leader], measured.intervals!.marginal[leader], truth[leader])
    add(sums.expected, expectation.theta - truth[leader], expectation.interval, truth[leader])
  }
  return sums
}

/** The strengths that Bradley-Terry fits to infinitely many prompts. */
function projected({ strengths, likes }: LeaderWorld): Float64Array {
  const pairs = strengths.flatMap((_, i) => strengths.slice(i + 1).map((_, more) => [i, i + 1 + more]))
  const scores = pairs.map(([i, j]) => expectedScore(strengths[i!] - strengths[j!], Math.SQRT2 * likes, null))
  return fit({
    contestants: strengths.length,
    first: Int32Array.from(pairs, ([i]) => i!),
    second: Int32Array.from(pairs, ([, j]) => j!),
    firstPoints: Float64Array.from(scores),
    secondPoints: Float64Array.from(scores, (score) => 1 - score),
  }).theta
}

const none = (): Errors => ({ sum: 0, squares: 0, covered: 0, length: 0 })

function add(errors: Errors, error: number, [low, high]: readonly [number, number], truth: number): void {
  errors.sum += error
  errors.squares += error * error
  errors.covered += low <= truth && truth <= high ? 1 : 0
  errors.length += high - low
}

/** Votes on each prompt, by the number of contestants. */
const VOTES = new Map([
  [5, 20],
  [20, 60],
])
const PROMPTS = [10, 25, 100]
const LIKES = 0.5
/** The lead of a single leader over equal contestants, in logits. */
const AHEAD = [0.3, 1]

const LEADER_WORLDS = [...VOTES].flatMap(([contestants, votes]) =>
  [
    { name: 'equal', strengths: equal(contestants) },
    { name: 'spread', strengths: spread(contestants) },
    ...AHEAD.map((gap) => ({ name: `one ahead by ${gap}`, strengths: leading(contestants, gap) })),
  ].flatMap((own) => PROMPTS.map((prompts) => ({ ...own, contestants, likes: LIKES, prompts, votes }))),
)

type Found = { score: LeadersFound }

const columnsOf = (title: string, which: 'naive' | 'expected') => [
  { head: `${title}: bias`, of: ({ score }: Found) => points(score[which].sum / score.boards) },
  {
    head: `${title}: rms error`,
    of: ({ score }: Found) => points(Math.sqrt(score[which].squares / score.boards)),
  },
  {
    head: `${title}: covers`,
    of: ({ score }: Found) => `${((100 * score[which].covered) / score.boards).toFixed(1)} %`,
  },
  { head: `${title}: length`, of: ({ score }: Found) => points(score[which].length / score.boards) },
]

const points = (logits: number): string => (toRating(logits) - toRating(0)).toFixed(1).replace('-', '−')

export const expect = study({
  name: 'expect',
  about: 'The rating of the highest rated, and what is expected of it on new prompts, beside the truth.',
  options: [
    new Option('--boards <n>', 'boards a line').argParser(wholeNumber(1)).default(1000),
    new Option('--rounds <n>', 'bootstrap rounds').argParser(wholeNumber(20)).default(200),
  ],
  worlds: () => LEADER_WORLDS,
  titleOf: ({ contestants, name, prompts }) => `${contestants} contestants ${name}, ${prompts} prompts`,
  score: (world: (typeof LEADER_WORLDS)[number], setting: { boards: number; rounds: number; seed: number }) =>
    leaders(world, setting),
  columns: [
    { head: 'contestants', of: ({ world }) => world.contestants },
    { head: 'strengths', of: ({ world }) => world.name, isText: true },
    { head: 'prompts', of: ({ world }) => world.prompts },
    { head: 'boards', of: ({ score }) => score.boards },
    ...columnsOf('rating', 'naive'),
    ...columnsOf('expected', 'expected'),
  ],
})
