/** What boards say at one look, beside the recipe of other arenas. */
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import {
  findBest,
  isFalseLeader,
  METHODS,
  shownPairs,
  unequalPairs,
  type Board,
  type MethodName,
} from './method.ts'
import {
  partText,
  percent,
  shareOfBoards,
  study,
  total,
  type Played,
  type Share,
  type Turn,
} from './study.ts'
import { drawBoard, namedVotes, worldSeed, trueStrengths, type Likes, type World } from './world.ts'
import { WORLDS } from './worlds.ts'

/** What a method said of one board, and what of it is true. */
interface Said {
  /** The share of ratings whose interval contains the truth; null if nobody was rated. */
  covered: number | null
  /** Whether the board speaks for its own prompts or people alone. */
  isForThese: boolean
  leadsFalsely: boolean
  bestLeads: boolean
  /** Pairs of unequal strength; how many were shown in the right order; and all that were shown in a wrong one. */
  unequal: number
  ordered: number
  wrong: number
}

function compareWith(truth: ArrayLike<number>, board: Board): Said {
  const best = findBest(truth)
  const shown = shownPairs(board.intervals, truth)
  const wrong = shown.filter(({ isFalse }) => isFalse).length
  return {
    covered: coveredShare(board, truth),
    isForThese: board.speaksFor !== null,
    leadsFalsely: isFalseLeader(board, board.leader, truth),
    bestLeads: best !== null && board.leader === best,
    unequal: unequalPairs(truth),
    ordered: shown.length - wrong,
    wrong,
  }
}

/** The true strengths are centred as the ratings are. */
function coveredShare({ intervals, centre }: Board, truth: ArrayLike<number>): number | null {
  const rated = [...intervals.keys()].filter((i) => intervals[i] !== null)
  if (rated.length < 2) return null
  const mean = rated.reduce((sum, i) => sum + truth[i] * centre[i], 0)
  const covered = rated.filter(
    (i) => intervals[i]![0] <= truth[i] - mean && truth[i] - mean <= intervals[i]![1],
  )
  return covered.length / rated.length
}

/** Mean coverage. Its error is that of a mean over boards, since the ratings of one board depend on each other. */
export function meanCoverage(boards: readonly Said[]): Share {
  const shares = boards.flatMap(({ covered }) => covered ?? [])
  const share = total(shares, (covered) => covered) / shares.length
  const variance = Math.max(0, total(shares, (covered) => covered * covered) / shares.length - share * share)
  return { share, error: Math.sqrt(variance / Math.max(1, shares.length - 1)) }
}

/** What boards of a world estimate. A large world takes longer for it than for a board. */
const truths = new WeakMap<World, Float64Array>()

/** Draws a board and rates it by both methods. */
function play(world: World, { n, seed, rounds }: Turn): Record<MethodName, Said> {
  const { votes: drawn, likes } = drawBoard(world, new RandomStream(worldSeed(world, seed), n))
  const votes = namedVotes(drawn, world.names)
  const board = METHODS.deadheat(votes, { rounds, seed: n, looks: 'one' })
  const recipe = METHODS.recipe(votes, { rounds, seed: n, looks: 'one' })
  const forAll = truths.get(world) ?? trueStrengths(world)
  truths.set(world, forAll)
  const truth = board.speaksFor === null ? forAll : truthForThese(world, board.speaksFor, votes, likes)
  return { deadheat: compareWith(truth, board), recipe: compareWith(forAll, recipe) }
}

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
  if (!likes) return trueStrengths(world)
  const shares = new Float64Array(likes.length)
  for (const number of unit) if (number >= 0) shares[number] += 1 / unit.length
  return trueStrengths(world, { kind, likes, shares })
}

const methodColumns = (method: MethodName, by: string) => {
  const ofBoards =
    (metric: (boards: readonly Said[], world: World) => string) =>
    ({ world, results }: Played<World, Record<MethodName, Said>>) =>
      metric(
        results.map((byMethod) => byMethod[method]),
        world,
      )
  const share = (isSo: (report: Said) => boolean) => (boards: readonly Said[]) =>
    shareOfBoards(isSo)({ results: boards })
  const isOrdered = ({ strengths }: World) => new Set(strengths).size > 1
  const countWrong = (boards: readonly Said[]) => total(boards, ({ wrong }) => wrong)
  const countOrdered = (boards: readonly Said[]) => total(boards, ({ ordered }) => ordered)
  return [
    { head: `coverage${by}`, cell: ofBoards((boards) => percent(meanCoverage(boards))) },
    { head: `leads falsely${by}`, cell: ofBoards(share(({ leadsFalsely }) => leadsFalsely)) },
    { head: `any order false${by}`, cell: ofBoards(share(({ wrong }) => wrong > 0)) },
    {
      head: `best leads${by}`,
      cell: ofBoards((boards, { strengths }) =>
        findBest(strengths) === null ? '' : share(({ bestLeads }) => bestLeads)(boards),
      ),
    },
    {
      head: `true orders shown${by}`,
      cell: ofBoards((boards, world) =>
        isOrdered(world)
          ? partText(
              countOrdered(boards),
              total(boards, ({ unequal }) => unequal),
            )
          : '',
      ),
    },
    {
      head: `false of shown${by}`,
      cell: ofBoards((boards) => `${countWrong(boards)} of ${countOrdered(boards) + countWrong(boards)}`),
    },
  ]
}

export const field = study({
  name: 'field',
  about:
    'Boards drawn from known strengths: coverage of bars, false leaders, true orders; beside the recipe of other arenas.',
  worlds: WORLDS,
  boards: 300,
  hasRounds: true,
  play,
  columns: [
    { head: 'group', cell: ({ world }) => world.group, isText: true },
    { head: 'world', cell: ({ world }) => world.name, isText: true },
    { head: 'votes name', cell: ({ world }) => world.names, isText: true },
    { head: 'boards', cell: ({ results }) => results.length },
    ...methodColumns('deadheat', ''),
    {
      head: 'speak for these alone',
      cell: ({ results }) =>
        partText(results.filter(({ deadheat }) => deadheat.isForThese).length, results.length, 0),
    },
    ...methodColumns('recipe', ': recipe'),
  ],
})
