/** What methods declare at one look. */
import type { VoteColumns } from '../../shared/stats/fit/tally.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import {
  bestOf,
  declaredPairs,
  METHODS,
  methodOption,
  unequalPairs,
  type Board,
  type MethodName,
} from './method.ts'
import { boardsOption, partOf, percent, percentOf, roundsOption, study, sumOf, type Share } from './study.ts'
import { drawVotes, resampledBy, seedOf, titleOf, type By, type World } from './world.ts'
import { ALL_WORLDS } from './worlds.ts'

interface Setting {
  seed: number
  rounds: number
  method?: MethodName
}

/** Counts over boards of what a method did. They can be added up. */
interface Counts {
  boards: number
  /** Sums of the shares of a board's ratings whose interval contains the truth, and their squares. */
  covered: number
  coveredSquares: number
  /** Boards on which somebody was rated, so coverage was counted. */
  measured: number
  anyFalse: number
  falseWinner: number
  rightWinner: number
  /** Pairs of unequal strength, and how many of them were declared in the right order. */
  unequal: number
  declared: number
}

const none = (): Counts => ({
  boards: 0,
  covered: 0,
  coveredSquares: 0,
  measured: 0,
  anyFalse: 0,
  falseWinner: 0,
  rightWinner: 0,
  unequal: 0,
  declared: 0,
})

/** One board by one method. */
function judged(
  { strengths }: World,
  votes: VoteColumns,
  by: By,
  { seed, rounds, method = 'deadheat' }: Setting,
): Counts {
  const best = bestOf(strengths)
  const board = METHODS[method](votes, { by: by === 'vote' ? 'vote' : 'unit', rounds, seed })
  const declared = declaredPairs(board, strengths)
  const isWrong = board.winner !== null && board.winner !== best
  return {
    ...none(),
    boards: 1,
    falseWinner: Number(isWrong),
    anyFalse: Number(isWrong || declared.some(({ isFalse }) => isFalse)),
    declared: declared.filter(({ isFalse }) => !isFalse).length,
    unequal: unequalPairs(strengths),
    rightWinner: Number(best !== null && board.winner === best),
    ...coverageOn(board, strengths),
  }
}

/** The true strengths are centred over the rated contestants, as ratings are. */
function coverageOn({ intervals }: Board, truth: readonly number[]): Partial<Counts> {
  const rated = [...intervals.keys()].filter((i) => intervals[i] !== null)
  if (rated.length < 2) return {}
  const mean = rated.reduce((total, i) => total + truth[i] / rated.length, 0)
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

// `npm run simulate -- field`: the method in use, also by units that promise nothing.

/** A world judged by one kind of unit. */
interface Field {
  world: World
  by: By
}

/** Board n of a world depends only on the world's name, the seed and n. */
export function scoreWorld(
  world: World,
  by: By,
  { boards: count, seed, ...setting }: Setting & { boards: number },
): Counts {
  return Array.from({ length: count }, (_, board) =>
    judged(world, drawnBoard(world, by, seed, board), by, { ...setting, seed: board }),
  ).reduce(sumOf, none())
}

const drawnBoard = (world: World, by: By, seed: number, board: number): VoteColumns =>
  resampledBy(drawVotes(world, new RandomStream(seedOf(world, seed), board)), by)

const fieldTitle = ({ world, by }: Field) => `${titleOf(world)}, by ${by}`

export const field = study({
  name: 'field',
  about: 'Boards drawn from known strengths: how often anything false is declared, and how much is declared.',
  options: [boardsOption, roundsOption(300), methodOption],
  worlds: () => ALL_WORLDS.flatMap((world): Field[] => world.by.map((by) => ({ world, by }))),
  titleOf: fieldTitle,
  score: (
    { world, by }: Field,
    { boards: count = world.boards, ...setting }: { boards?: number } & Setting,
  ) => scoreWorld(world, by, { ...setting, boards: count }),
  columns: [
    { head: 'world', of: ({ world: { world } }) => world.name },
    {
      head: 'resampled by',
      of: ({ world: { world, by } }) => `${by}${world.promised.includes(by) ? '' : ' (not promised)'}`,
      isText: true,
    },
    { head: 'any false', of: ({ score }) => percentOf(score.anyFalse, score.boards) },
    { head: 'false winner', of: ({ score }) => percentOf(score.falseWinner, score.boards) },
    { head: 'declared pairs', of: ({ score }) => partOf(score.declared, score.unequal) },
  ],
})

// `npm run simulate -- field --peers`: the method beside others.

const PEERS = Object.keys(METHODS) as MethodName[]

export const peers = study({
  name: 'field --peers',
  about: 'The method in use beside others: how often anything false is declared, and how much is declared.',
  options: [boardsOption, roundsOption(300)],
  worlds: () => ALL_WORLDS.flatMap((world): Field[] => world.promised.map((by) => ({ world, by }))),
  titleOf: fieldTitle,
  score: (
    { world, by }: Field,
    { boards: count = world.boards, ...setting }: { boards?: number } & Setting,
  ) =>
    Object.fromEntries(
      PEERS.map((method) => [method, scoreWorld(world, by, { ...setting, boards: count, method })]),
    ) as Record<MethodName, Counts>,
  columns: [
    { head: 'world', of: ({ world: { world } }) => world.name },
    { head: 'resampled by', of: ({ world: { by } }) => by, isText: true },
    ...PEERS.map((method) => ({
      head: `any false: ${method}`,
      of: ({ score }: Compared) => percentOf(score[method].anyFalse, score[method].boards),
    })),
    ...(['deadheat', 'usual'] as const).map((method) => ({
      head: `coverage: ${method}`,
      of: ({ world: { world }, score }: Compared & { world: Field }) =>
        areEqual(world) && score[method].measured > 1 ? percent(coverageOf(score[method])) : '',
    })),
    ...PEERS.map((method) => ({
      head: `declared pairs: ${method}`,
      of: ({ score }: Compared) => partOf(score[method].declared, score[method].unequal),
    })),
    ...PEERS.map((method) => ({
      head: `best named: ${method}`,
      of: ({ world: { world }, score }: Compared & { world: Field }) =>
        bestOf(world.strengths) === null ? '' : percentOf(score[method].rightWinner, score[method].boards),
    })),
  ],
})

/** Only then are the strengths that ratings estimate the given ones, whatever prompts and voters like. */
const areEqual = ({ strengths }: World) => new Set(strengths).size === 1

type Compared = { score: Record<MethodName, Counts> }
