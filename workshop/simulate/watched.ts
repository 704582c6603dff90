/** Boards that are looked at while votes come in: the rule for all looks, beside that for one look. */
import { Option } from 'commander'
import { wholeNumber } from '../../scripts/cli/terminal/options.ts'
import type { VoteColumns } from '../../shared/stats/fit/tally.ts'
import { ALPHA, watchedFactor } from '../../shared/stats/intervals/comparison.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { countedVotes, votesOfLife, boardsOf, drawLife, LIVES, type Life, type LifeVotes } from './lives.ts'
import { bestOf, boardOf, declaredPairs, rated, unequalPairs, type Board } from './method.ts'
import { partOf, percentOf, study, countOption, type Batch } from './study.ts'
import { seedOf, titleOf, normal } from './world.ts'
import { predictionQuantile, normalTail } from '../../shared/stats/numbers/distributions.ts'

/** What a board declared at any look of its life, by one rule. */
interface Outcome {
  anyFalse: boolean
  falseWinner: boolean
  /** The number of votes after which the single best was named winner. Null: never. */
  namedAt: number | null
  /** The pairs that were rightly declared after the last vote. */
  declared: number
}

/** On large boards, hundreds of looks at hardly any votes would take most of the time. */
const everyVoteUntil = (contestants: number) => (contestants < 20 ? 200 : 0)
const GROWTH = 1.06
const FULL_GROWTH = 1.3
/** Of all errors at once; a board draws no fewer. */
const ROUNDS = 1000

/** The numbers of votes after which the board is looked at, and at which of these looks the rule for one look is asked too. */
export function looksOf(life: Life): { at: number; isFull: boolean }[] {
  const total = votesOfLife(life)
  const looks: { at: number; isFull: boolean }[] = []
  let full = 1
  for (let at = 2; ; at = at < everyVoteUntil(life.strengths.length) ? at + 1 : Math.ceil(at * GROWTH)) {
    const own = Math.min(at, total)
    const isFull = own >= FULL_GROWTH * full || own === total
    if (isFull) full = own
    looks.push({ at: own, isFull })
    if (own === total) return looks
  }
}

const LOOKS = ['any', 'one'] as const
type ByRule<Value> = Record<(typeof LOOKS)[number], Value>

/** Follows a board of a life. Between full looks, nothing more can be learned of one that was false before. */
function watch(life: Life, lifeVotes: LifeVotes, setting: { seed: number; alpha: number }): ByRule<Outcome> {
  const start = (): Outcome => ({ anyFalse: false, falseWinner: false, namedAt: null, declared: 0 })
  const outcomes = { any: start(), one: start() }
  const by = life.by === 'vote' ? 'vote' : 'unit'
  const board = (votes: VoteColumns, looks: 'any' | 'one') =>
    boardOf(rated(votes, { rounds: ROUNDS, by, looks, ...setting }))
  for (const { at, isFull } of looksOf(life)) {
    const votes = countedVotes(life, lifeVotes, at)
    if (isFull || !outcomes.any.anyFalse) judge(outcomes.any, board(votes, 'any'), life.strengths, at)
    if (isFull) judge(outcomes.one, board(votes, 'one'), life.strengths, at)
  }
  return outcomes
}

function judge(outcome: Outcome, board: Board, strengths: number[], at: number): void {
  const declared = declaredPairs(board, strengths)
  const wrong = declared.filter(({ isFalse }) => isFalse).length
  outcome.declared = declared.length - wrong
  outcome.anyFalse ||= wrong > 0
  if (board.winner === null) return
  if (board.winner === bestOf(strengths)) outcome.namedAt ??= at
  else outcome.falseWinner = outcome.anyFalse = true
}

/** The results of many lives: of each, whether a board was false, and the right pairs and first votes with the best named. */
type WatchedScore = ByRule<
  { anyFalse: boolean; falseWinner: boolean; namedAt: number | null; declared: number }[]
>

/** Draws and follows lives. Life n depends only on the name, the seed and n. */
export function scoreLives(life: Life, { seed }: { seed: number }, { from, to }: Batch): WatchedScore {
  const score: WatchedScore = { any: [], one: [] }
  for (let n = from; n < to; n++) {
    const boards = boardsOf(life, drawLife(life, new RandomStream(seedOf(life, seed), n)))
    const alpha = life.categories?.held === 'together' ? ALPHA / boards.length : ALPHA
    const watched = boards.map((board) => watch(board.life, board.lifeVotes, { seed: n, alpha }))
    for (const looks of LOOKS) {
      const outcomes = watched.map((board) => board[looks])
      score[looks].push({
        anyFalse: outcomes.some(({ anyFalse }) => anyFalse),
        falseWinner: outcomes.some(({ falseWinner }) => falseWinner),
        namedAt: outcomes[0].namedAt,
        declared: outcomes.reduce((sum, { declared }) => sum + declared, 0),
      })
    }
  }
  return score
}

type Watched = { world: Life; score: WatchedScore }

const ofLives =
  (looks: 'any' | 'one', what: 'anyFalse' | 'falseWinner') =>
  ({ score }: Watched) =>
    percentOf(score[looks].filter((life) => life[what]).length, score[looks].length)

function declaredPart({ world: { strengths, categories }, score: { any } }: Watched): string {
  const pairs = any.length * unequalPairs(strengths) * (1 + (categories?.count ?? 0))
  return partOf(
    any.reduce((sum, { declared }) => sum + declared, 0),
    pairs,
  )
}

/** The median number of votes until the single best is named; empty if there is none. */
function votesUntilNamed({ world: { strengths }, score: { any } }: Watched): string | number {
  if (bestOf(strengths) === null) return ''
  const sorted = any.map(({ namedAt }) => namedAt ?? Infinity).sort((a, b) => a - b)
  const half = sorted[Math.floor((sorted.length - 1) / 2)]
  return half === Infinity ? 'not by half' : half
}

/** Lives of a task. */
const BATCH = 5

export const watched = study({
  name: 'watched',
  about: 'Boards that are looked at while votes come in: how often anything false is declared at any look.',
  options: [
    new Option('--lives <n>', 'lives of each board, in place of its own number').argParser(wholeNumber(1)),
  ],
  worlds: () => LIVES,
  titleOf,
  batches: (life, { lives = life.lives }: { lives?: number; seed: number }) =>
    Array.from({ length: Math.ceil(lives / BATCH) }, (_, n) => ({
      from: n * BATCH,
      to: Math.min(lives, (n + 1) * BATCH),
    })),
  score: scoreLives,
  sum: (one, other) => ({ any: [...one.any, ...other.any], one: [...one.one, ...other.one] }),
  columns: [
    { head: 'life', of: ({ world }) => `${world.name}${world.promised ? '' : ' (not promised)'}` },
    { head: 'resampled by', of: ({ world }) => world.by, isText: true },
    { head: 'lives', of: ({ score }) => score.any.length },
    { head: 'votes each', of: ({ world }) => Math.round((2 * votesOfLife(world)) / world.strengths.length) },
    { head: 'looks', of: ({ world }) => looksOf(world).length },
    { head: 'any false', of: ofLives('any', 'anyFalse') },
    { head: 'false winner', of: ofLives('any', 'falseWinner') },
    { head: 'any false: one look’s rule', of: ofLives('one', 'anyFalse') },
    { head: 'declared pairs', of: declaredPart },
    { head: 'votes until named', of: votesUntilNamed },
  ],
})

/** The boundary for all looks itself, on random walks that are too long to draw as boards. */

/** The numbers of votes on each contestant at which a life is evaluated. */
const HORIZONS = [300, 1000, 3000, 20_000, 100_000]
/** Multiples of the error that one look at a pair leaves, at which the boundary is tested. */
const LEVELS = [1, 1.5, 2]

const TIES = 0.3
const FIRST_LOOK = 8
const EVERY_VOTE_UNTIL = 200
const WALK_GROWTH = 1.015

/**
 * The boundary for all looks with so many votes that strengths are normal and their errors known. Strengths of
 * equal contestants are then independent random walks, so a life costs a few thousand additions. This tests the
 * boundary itself on lives that are too long to draw as boards.
 * @returns by level and horizon, the percentage of lives in which equal contestants were ever separated
 */
function crossings(contestants: number, lives: number, seed: number): number[][] {
  const x = contestants === 2 ? 1.96 : quantileOfRange(contestants, seed)
  const required = LEVELS.map((level) => lookWith(level * 2 * normalTail(x)))
  const counts = LEVELS.map(() => HORIZONS.map(() => 0))
  for (let life = 0; life < lives; life++) {
    const stream = new RandomStream(seed * 1000 + contestants, life)
    const crossed = LEVELS.map(() => Infinity)
    const walks = new Float64Array(contestants)
    let before = 0
    for (let n = FIRST_LOOK; n <= HORIZONS.at(-1)!; n = n < EVERY_VOTE_UNTIL ? n + 1 : n * WALK_GROWTH) {
      const information = informationOf(n, contestants)
      const step = Math.sqrt((information - before) / 2)
      before = information
      let [most, least] = [-Infinity, Infinity]
      for (let i = 0; i < contestants; i++) {
        walks[i] += step * normal(stream)
        most = Math.max(most, walks[i])
        least = Math.min(least, walks[i])
      }
      const z = (most - least) / Math.sqrt(information)
      if (z < x) continue
      required.forEach((own, i) => {
        if (crossed[i] === Infinity && z > watchedFactor(own, information)) crossed[i] = n
      })
    }
    crossed.forEach((at, level) => HORIZONS.forEach((until, i) => (counts[level][i] += at <= until ? 1 : 0)))
  }
  return counts.map((of) => of.map((count) => (100 * count) / lives))
}

/**
 * The information on a difference from `votes` on each contestant, spread evenly over all others: p (1 − p) = ¼, with
 * less variance due to ties.
 */
const informationOf = (votes: number, contestants: number): number =>
  (votes / 8) * (contestants / (contestants - 1)) * (1 / (1 - TIES))

/** The x at which one look leaves the error `alpha`. */
function lookWith(alpha: number): number {
  let [low, high] = [0, 20]
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2
    if (2 * normalTail(middle) > alpha) low = middle
    else high = middle
  }
  return low
}

/** What the range of this many standard normals, divided by √2, exceeds with 5 %: √2 k of equal bars (Tukey 1953). */
function quantileOfRange(contestants: number, seed: number): number {
  const stream = new RandomStream(seed, contestants)
  const ranges = Float64Array.from({ length: 20_000 }, () => {
    const drawn = Float64Array.from({ length: contestants }, () => normal(stream)).sort()
    return (drawn.at(-1)! - drawn[0]) / Math.SQRT2
  })
  return predictionQuantile(ranges.sort(), 0.05)
}

/** Larger boards take longer, so half as many are drawn. */
const MANY = 20

type Line = { contestants: number; level: number; shares: number[] }

export const limit = study<{ boards: number; seed: number }, number, number[][], Line>({
  name: 'watched --limit',
  about: 'The boundary itself, on random walks, up to 100,000 votes on each contestant.',
  options: [countOption('boards', 'lives of each kind', 2000)],
  worlds: () => [2, 3, 5, 8, 20, 50, 100],
  titleOf: (contestants) => `${contestants} contestants`,
  score: (contestants, { boards, seed }) =>
    crossings(contestants, contestants < MANY ? boards : Math.ceil(boards / 2), seed),
  linesOf: (contestants, shares) => LEVELS.map((level, i) => ({ contestants, level, shares: shares[i] })),
  columns: [
    { head: 'contestants', of: ({ contestants }) => contestants },
    { head: 'level', of: ({ level }) => level },
    ...HORIZONS.map((votes, i) => ({
      head: `${votes} votes each`,
      of: ({ shares }: Line) => shares[i].toFixed(1),
    })),
  ],
})
