/** What boards say at one look, beside the recipe of other arenas. */
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import {
  bestOf,
  isFalseLeader,
  METHODS,
  shownPairs,
  unequalPairs,
  type Board,
  type MethodName,
} from './method.ts'
import {
  batchesOf,
  boardsOption,
  partOf,
  percent,
  percentOf,
  roundsOption,
  study,
  sumOf,
  type Share,
} from './study.ts'
import { drawBoard, namedVotes, seedOf, titleOf, truthOf, type Likes, type World } from './world.ts'
import { WORLDS } from './worlds.ts'

/** Counts over boards of what a method said. They can be added up. */
interface Counts {
  boards: number
  /** Sums of the shares of a board's ratings whose interval contains the truth, and their squares. */
  covered: number
  coveredSquares: number
  /** Boards on which somebody was rated, so coverage was counted. */
  measured: number
  /** Boards that speak for their own prompts or people alone. */
  speakForThese: number
  anyFalse: number
  falseLeader: number
  rightLeader: number
  /** Pairs of unequal strength; how many were shown in the right order; and all that were shown in a wrong one. */
  unequal: number
  ordered: number
  wrong: number
}

const none = (): Counts => ({
  boards: 0,
  covered: 0,
  coveredSquares: 0,
  measured: 0,
  speakForThese: 0,
  anyFalse: 0,
  falseLeader: 0,
  rightLeader: 0,
  unequal: 0,
  ordered: 0,
  wrong: 0,
})

function countsOf(board: Board, truth: ArrayLike<number>): Counts {
  const best = bestOf(truth)
  const shownList = shownPairs(board.intervals, truth)
  const wrong = shownList.filter(({ isFalse }) => isFalse).length
  return {
    ...none(),
    boards: 1,
    speakForThese: Number(board.speaksFor !== null),
    anyFalse: Number(wrong > 0),
    falseLeader: Number(isFalseLeader(board, board.leader, truth)),
    rightLeader: Number(best !== null && board.leader === best),
    unequal: unequalPairs(truth),
    ordered: shownList.length - wrong,
    wrong,
    ...coverageOn(board, truth),
  }
}

/** The true strengths are centred as the ratings are. */
function coverageOn({ intervals, centre }: Board, truth: ArrayLike<number>): Partial<Counts> {
  const rated = [...intervals.keys()].filter((i) => intervals[i] !== null)
  if (rated.length < 2) return {}
  const mean = rated.reduce((total, i) => total + truth[i] * centre[i], 0)
  const covered = rated.filter(
    (i) => intervals[i]![0] <= truth[i] - mean && truth[i] - mean <= intervals[i]![1],
  )
  const share = covered.length / rated.length
  return { covered: share, coveredSquares: share * share, measured: 1 }
}

/** Mean coverage. Its error is that of a mean over boards, since the ratings of one board depend on each other. */
export function coverageOf({
  covered,
  coveredSquares,
  measured,
}: Pick<Counts, 'covered' | 'coveredSquares' | 'measured'>): Share {
  const share = covered / measured
  const variance = Math.max(0, coveredSquares / measured - share * share)
  return { share, error: Math.sqrt(variance / Math.max(1, measured - 1)) }
}

// `npm run simulate -- field`.

type Setting = { seed: number; rounds: number }
type ByMethod = Record<MethodName, Counts>

/** Boards `from` … `to` − 1 of a world. Board n depends only on the world's name, the seed and n. */
export function scoreWorld(
  world: World,
  { seed, rounds }: Setting,
  { from, to }: { from: number; to: number },
): ByMethod {
  const forAll = truthOf(world)
  let score: ByMethod = { deadheat: none(), recipe: none() }
  for (let n = from; n < to; n++) {
    const { votes: drawn, likes } = drawBoard(world, new RandomStream(seedOf(world, seed), n))
    const votes = namedVotes(drawn, world.names)
    const board = METHODS.deadheat(votes, { rounds, seed: n, looks: 'one' })
    const truth = board.speaksFor === null ? forAll : truthForThese(world, board.speaksFor, votes, likes)
    const recipe = METHODS.recipe(votes, { rounds, seed: n, looks: 'one' })
    score = sumMethods(score, { deadheat: countsOf(board, truth), recipe: countsOf(recipe, forAll) })
  }
  return score
}

const sumMethods = (left: ByMethod, right: ByMethod): ByMethod => ({
  deadheat: sumOf(left.deadheat, right.deadheat),
  recipe: sumOf(left.recipe, right.recipe),
})

/** What a board that speaks for its own people, or prompts, estimates. */
function truthForThese(
  world: World,
  speaksFor: 'these_people' | 'these_prompts',
  { person, prompt }: Pick<ReturnType<typeof namedVotes>, 'person' | 'prompt'>,
  all: Likes,
): Float64Array {
  const kind = speaksFor === 'these_people' ? 'voter' : 'prompt'
  const unit = (kind === 'voter' ? person : prompt)!
  const likes = all[kind]
  if (!likes) return truthOf(world)
  const shares = new Float64Array(likes.length)
  for (const number of unit) if (number >= 0) shares[number] += 1 / unit.length
  return truthOf(world, { kind, likes, shares })
}

type Line = { world: World; score: ByMethod }

/** Boards of a task. */
const BATCH = 50

const isOrdered = ({ strengths }: World) => new Set(strengths).size > 1
const hasBest = ({ strengths }: World) => bestOf(strengths) !== null

const columnsOf = (method: MethodName, by: string) => [
  { head: `coverage${by}`, of: ({ score }: Line) => percent(coverageOf(score[method])) },
  {
    head: `leads falsely${by}`,
    of: ({ score }: Line) => percentOf(score[method].falseLeader, score[method].boards),
  },
  {
    head: `any order false${by}`,
    of: ({ score }: Line) => percentOf(score[method].anyFalse, score[method].boards),
  },
  {
    head: `best leads${by}`,
    of: ({ world, score }: Line) =>
      hasBest(world) ? percentOf(score[method].rightLeader, score[method].boards) : '',
  },
  {
    head: `true orders shown${by}`,
    of: ({ world, score }: Line) =>
      isOrdered(world) ? partOf(score[method].ordered, score[method].unequal) : '',
  },
  {
    head: `false of shown${by}`,
    of: ({ score }: Line) => `${score[method].wrong} of ${score[method].ordered + score[method].wrong}`,
  },
]

export const field = study({
  name: 'field',
  about:
    'Boards drawn from known strengths: coverage of bars, false leaders, true orders; beside the recipe of other arenas.',
  options: [boardsOption, roundsOption(0)],
  worlds: () => WORLDS,
  titleOf,
  batches: (world, { boards = world.boards }: Setting & { boards?: number }) => batchesOf(boards, BATCH),
  score: scoreWorld,
  sum: sumMethods,
  columns: [
    { head: 'group', of: ({ world }) => world.group, isText: true },
    { head: 'world', of: ({ world }) => world.name, isText: true },
    { head: 'votes name', of: ({ world }) => world.names, isText: true },
    { head: 'boards', of: ({ score }) => score.deadheat.boards },
    ...columnsOf('deadheat', ''),
    {
      head: 'speak for these alone',
      of: ({ score }) => partOf(score.deadheat.speakForThese, score.deadheat.boards, 0),
    },
    ...columnsOf('recipe', ': recipe'),
  ],
})
