/** What methods declare at one look, on boards of three lists of worlds. */
import { ALPHA } from '../../shared/stats/intervals/comparison.ts'
import type { VoteColumns } from '../../shared/stats/fit/tally.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { CELLS } from './cells.ts'
import {
  bestOf,
  declaredPairs,
  METHODS,
  methodOption,
  unequalPairs,
  type Board,
  type MethodName,
} from './method.ts'
import {
  boardsOption,
  partOf,
  percent,
  percentOf,
  roundsOption,
  study,
  sumOf,
  type Batch,
  type Column,
  type Share,
} from './study.ts'
import {
  drawVotes,
  ofCategory,
  resampledBy,
  seedOf,
  someVotes,
  titleOf,
  truthOf,
  type By,
  type World,
} from './world.ts'
import { ALL_WORLDS } from './worlds.ts'

export interface Setting {
  seed: number
  rounds: number
  method?: MethodName
}

/** Counts over boards of what a method did. They can be added up. */
export interface Counts {
  boards: number
  /** Sums of the shares of a board's ratings whose interval contains the truth, and their squares. */
  covered: number
  coveredSquares: number
  /** Boards on which somebody was rated, so coverage was counted. */
  measured: number
  newcomersCovered: number
  newcomersMeasured: number
  /** Boards with a false order or a false winner. */
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
  newcomersCovered: 0,
  newcomersMeasured: 0,
  anyFalse: 0,
  falseWinner: 0,
  rightWinner: 0,
  unequal: 0,
  declared: 0,
})

/** One board by one method, at every look and in every category; all of them count as one. */
function judged(
  world: World,
  truth: Float64Array,
  votes: VoteColumns,
  by: By,
  { seed, rounds, method = 'deadheat' }: Setting,
): Counts {
  const { categories, looks = 1, newcomers = 0 } = world
  const count = categories?.count ?? 0
  const seen = [votes, ...Array.from({ length: count }, (_, category) => ofCategory(votes, category, count))]
  const alpha = categories?.held === 'together' ? ALPHA / seen.length : ALPHA
  const best = bestOf(truth)
  const score = { ...none(), boards: 1 }
  for (const all of seen)
    for (let look = 1; look <= looks; look++) {
      const board = METHODS[method](someVotes(all, Math.ceil((all.left.length * look) / looks)), {
        by: by === 'vote' ? 'vote' : 'unit',
        rounds,
        seed,
        alpha,
      })
      const declared = declaredPairs(board, truth)
      const isWrong = (named: number | null) => named !== null && named !== best
      if (isWrong(board.winner)) score.falseWinner = 1
      if (isWrong(board.winner) || declared.some(({ isFalse }) => isFalse)) score.anyFalse = 1
      if (look < looks) continue
      score.declared += declared.filter(({ isFalse }) => !isFalse).length
      score.unequal += unequalPairs(truth)
      score.rightWinner = Number(best !== null && board.winner === best)
      Object.assign(score, coverageOn(board, truth, newcomers))
    }
  return score
}

/** The true strengths are centred over the rated contestants, as ratings are. */
function coverageOn({ marginal }: Board, truth: Float64Array, newcomers: number): Partial<Counts> {
  const rated = [...marginal.keys()].filter((i) => marginal[i] !== null)
  if (rated.length < 2) return {}
  const mean = rated.reduce((total, i) => total + truth[i] / rated.length, 0)
  const covered = rated.filter(
    (i) => marginal[i]![0] <= truth[i] - mean && truth[i] - mean <= marginal[i]![1],
  )
  const share = covered.length / rated.length
  const isNew = (i: number) => i >= marginal.length - newcomers
  return {
    covered: share,
    coveredSquares: share * share,
    measured: 1,
    newcomersCovered: covered.filter(isNew).length,
    newcomersMeasured: rated.filter(isNew).length,
  }
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

// `npm run simulate`: the rule in use beside the usual recipe.

type Scores = Partial<Record<MethodName, Counts>>

/** Draws and judges the boards of a batch. Board n depends only on the world's title, the seed and n. */
export function scoreCell(
  cell: World,
  { seed, rounds, method = 'deadheat' }: Setting,
  { from, to }: Batch,
): Scores {
  const truth = truthOf(cell)
  const own = hash(titleOf(cell)) + (seed % 2 ** 21) * 2 ** 32
  const methods: MethodName[] = [method, 'usual', ...(isOneBest(cell) ? (['max-t'] as const) : [])]
  const scores = new Map(methods.map((name) => [name, none()]))
  for (let board = from; board < to; board++) {
    const stream = new RandomStream(own, board)
    const [by] = cell.by
    const votes = resampledBy(drawVotes(cell, stream), by)
    const roundsSeed = stream.next()
    for (const [name, score] of scores)
      scores.set(
        name,
        sumOf(score, judged(cell, truth, votes, by, { seed: roundsSeed, rounds, method: name })),
      )
  }
  return Object.fromEntries(scores)
}

/** The worlds in which first place by each rival alone is compared with a test of all pairs. */
const isOneBest = ({ group }: World) => group === 'one best'

/** The batches of all boards of a cell. Batches of large boards are small. */
export function batchesOf({ meetings, looks = 1 }: World, boards: number): Batch[] {
  const votes = meetings!.reduce((total, { times }) => total + times, 0) * looks
  const size = votes < 3000 ? 100 : votes < 30_000 ? 20 : 5
  return Array.from({ length: Math.ceil(boards / size) }, (_, i) => ({
    from: i * size,
    to: Math.min(boards, (i + 1) * size),
  }))
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let bits = 0x811c9dc5
  for (const char of text) bits = Math.imul(bits ^ char.codePointAt(0)!, 0x01000193)
  return bits >>> 0
}

/** The goals: 5 % false, 93 % coverage. Chance may add two standard errors at the goal for this number of boards. */
const GOALS = { false: 0.05, coverage: 0.93 }

/** The names of the goals that a method misses by more than chance allows. */
export function missedGoals(counts: Counts): string[] {
  const { boards, measured } = counts
  const most = GOALS.false + 2 * Math.sqrt((GOALS.false * (1 - GOALS.false)) / boards)
  const coverage = coverageOf(counts)
  const rates = {
    'any false': counts.anyFalse,
    'false winner': counts.falseWinner,
  }
  return [
    ...(measured > 1 && coverage.share + 2 * coverage.error < GOALS.coverage ? ['coverage'] : []),
    ...Object.entries(rates).flatMap(([name, count]) => (count / boards > most ? [name] : [])),
  ]
}

interface Result {
  world: World
  score: Scores
}

/** The method that was asked for, which comes first. */
const asked = ({ score }: Result): Counts => Object.values(score)[0]
const usual = ({ score }: Result): Counts => score.usual!

const share = (of: (result: Result) => Counts, count: keyof Counts) => (result: Result) =>
  percentOf(of(result)[count], of(result).boards)
/** Empty unless one contestant is the best. */
const ofBest = (of: (result: Result) => Counts, count: keyof Counts) => (result: Result) =>
  bestOf(result.world.strengths) === null ? '' : share(of, count)(result)
const coverage = (of: (result: Result) => Counts) => (result: Result) =>
  of(result).measured > 1 ? percent(coverageOf(of(result))) : ''
const newcomersCoverage = (of: (result: Result) => Counts) => (result: Result) => {
  const { newcomersCovered, newcomersMeasured } = of(result)
  return newcomersMeasured > 1 ? percentOf(newcomersCovered, newcomersMeasured) : ''
}

/** A column of the method is followed by that of the usual recipe. */
const cellColumns: Column<Result>[] = [
  { head: 'cell', of: ({ world }) => world.name },
  { head: 'boards', of: (result) => asked(result).boards },
  { head: 'coverage', of: coverage(asked) },
  { head: 'coverage: usual', of: coverage(usual) },
  { head: 'newcomers’ coverage', of: newcomersCoverage(asked) },
  { head: 'newcomers’ coverage: usual', of: newcomersCoverage(usual) },
  { head: 'any false', of: share(asked, 'anyFalse') },
  { head: 'any false: usual', of: share(usual, 'anyFalse') },
  { head: 'false winner', of: share(asked, 'falseWinner') },
  { head: 'false winner: usual', of: share(usual, 'falseWinner') },
  { head: 'best named winner', of: ofBest(asked, 'rightWinner') },
  { head: 'best named winner: usual', of: ofBest(usual, 'rightWinner') },
  {
    head: 'best named winner: max-t',
    of: (result) =>
      isOneBest(result.world) ? share(({ score }) => score['max-t']!, 'rightWinner')(result) : '',
  },
]

export const boards = study({
  name: '',
  about: 'Boards drawn from known strengths, judged by a method and by the recipe most arenas use.',
  options: [boardsOption, roundsOption(300), methodOption],
  worlds: () => CELLS,
  titleOf,
  batches: (cell, { boards: count = cell.boards }: { boards?: number } & Setting) => batchesOf(cell, count),
  score: scoreCell,
  sum: (one, other) =>
    Object.fromEntries(
      Object.entries(one).map(([name, own]) => [name, sumOf(own, other[name as MethodName]!)]),
    ),
  groupOf: ({ world }) => world.group,
  columns: cellColumns,
  notes(results) {
    const over = results
      .filter(({ world }) => world.promised.length > 0)
      .flatMap((result) => {
        const goals = missedGoals(asked(result))
        return goals.length > 0 ? [`${titleOf(result.world)}: ${goals.join(', ')}`] : []
      })
    return over.length === 0 ? ['Every cell meets its goals.'] : ['Over a goal:', ...over]
  },
})

// `npm run simulate -- field`: unequal units, or two kinds of them.

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
  const truth = Float64Array.from(world.strengths)
  return Array.from({ length: count }, (_, board) =>
    judged(world, truth, drawnBoard(world, by, seed, board), by, { ...setting, seed: board }),
  ).reduce(sumOf, none())
}

const drawnBoard = (world: World, by: By, seed: number, board: number): VoteColumns =>
  resampledBy(drawVotes(world, new RandomStream(seedOf(world, seed), board)), by)

const fieldTitle = ({ world, by }: Field) => `${titleOf(world)}, by ${by}`

export const field = study({
  name: 'field',
  about:
    'Boards whose prompts and voters are unequal, or of two kinds: how often anything false is declared.',
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
  worlds: () =>
    ALL_WORLDS.filter(({ categories }) => !categories).flatMap((world): Field[] =>
      world.promised.map((by) => ({ world, by })),
    ),
  titleOf: fieldTitle,
  score: (
    { world, by }: Field,
    { boards: count = Math.min(200, world.boards), ...setting }: { boards?: number } & Setting,
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

type Compared = { score: Record<MethodName, Counts> }
