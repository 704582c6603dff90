/** Boards that are looked at while votes come in: the rule for all looks, beside that for one look. */
import type { Rated } from '../../shared/stats/declare/declare.ts'
import type { VoteColumns } from '../../shared/stats/fit/tally.ts'
import { ALPHA } from '../../shared/stats/intervals/comparison.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { countedVotes, votesOfLife, type Life, type LifeVotes, boardsOf, drawLife, LIVES } from './lives.ts'
import { bestOf, boardOf, declaredPairs, rated, unequalPairs } from './method.ts'
import { boardsOption, partOf, percentOf, roundsOption, study } from './study.ts'
import { seedOf, titleOf } from './world.ts'

/** The result of a life under one rule. */
interface Outcome {
  anyFalse: boolean
  falseWinner: boolean
  /** The number of votes after which the single best was named winner. Null: never. */
  namedAt: number | null
  /** The board after the last vote. */
  lastBoard: Rated
}

/** How a life is followed. */
interface Watching {
  rounds: number
  seed: number
  /** The error of this board. */
  alpha: number
}

/** Larger boards rate nobody after their first votes. */
const everyVoteUntil = (contestants: number) => (contestants <= 20 ? 200 : 0)
const GROWTH = 1.06
const FULL_GROWTH = 1.3

/** The numbers of votes after which the board is looked at, and which of these looks are always computed. */
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

/**
 * Follows a life under the rule for all looks and, at the looks that are computed anyway, under the rule for one
 * look.
 */
export function watch(life: Life, lifeVotes: LifeVotes, watching: Watching): { any: Outcome; one: Outcome } {
  const { strengths, by } = life
  const outcomes = { any: start(), one: start() }
  const board = (votes: VoteColumns, looks: 'any' | 'one') =>
    rated(votes, {
      rounds: watching.rounds,
      seed: watching.seed,
      by: by === 'vote' ? 'vote' : 'unit',
      looks,
      alpha: watching.alpha,
    })
  for (const { at, isFull } of looksOf(life)) {
    const votes = countedVotes(life, lifeVotes, at)
    if (!isFull && outcomes.any.anyFalse) continue
    judge(outcomes.any, board(votes, 'any'), strengths, at)
    if (isFull) judge(outcomes.one, board(votes, 'one'), strengths, at)
  }
  return outcomes as { any: Outcome; one: Outcome }
}

const start = (): Omit<Outcome, 'lastBoard'> & { lastBoard: Rated | null } => ({
  anyFalse: false,
  falseWinner: false,
  namedAt: null,
  lastBoard: null,
})

function judge(outcome: ReturnType<typeof start>, board: Rated, strengths: number[], at: number): void {
  outcome.lastBoard = board
  const { winner } = board
  outcome.anyFalse ||= declaredPairs(boardOf(board), strengths).some(({ isFalse }) => isFalse)
  if (winner === null) return
  if (winner === bestOf(strengths)) outcome.namedAt ??= at
  else outcome.falseWinner = outcome.anyFalse = true
}

/** The results of many lives. The first of each pair is the rule for all looks, the second the rule for one look. */
interface WatchedScore {
  lives: number
  anyFalse: Pair
  falseWinner: Pair
  /** Pairs of unequal strength, and how many of them were declared in the right order after the last vote. */
  unequal: number
  declared: Pair
  /** For each life, the votes until the best was named. Null: not within the life. */
  namedAt: [(number | null)[], (number | null)[]]
  /** For each life, how much longer intervals for all looks are after the last vote: the median over contestants. */
  stretch: number[]
}

type Pair = [any: number, one: number]

/** Draws and follows lives. Life n depends only on the name, the seed and n. */
export function scoreLives(
  life: Life,
  { lives, rounds, seed }: { lives: number; rounds: number; seed: number },
): WatchedScore {
  const score: WatchedScore = {
    lives,
    anyFalse: [0, 0],
    falseWinner: [0, 0],
    unequal: 0,
    declared: [0, 0],
    namedAt: [[], []],
    stretch: [],
  }
  const { strengths } = life
  for (let n = 0; n < lives; n++) {
    const boards = boardsOf(life, drawLife(life, new RandomStream(seedOf(life, seed), n)))
    const alpha = life.categories?.held === 'together' ? ALPHA / boards.length : ALPHA
    const watched = boards.map((board) => watch(board.life, board.lifeVotes, { rounds, seed: n, alpha }))
    ;(['any', 'one'] as const).forEach((looks, rule) => {
      const outcomes = watched.map((board) => board[looks])
      if (outcomes.some(({ anyFalse }) => anyFalse)) score.anyFalse[rule]++
      if (outcomes.some(({ falseWinner }) => falseWinner)) score.falseWinner[rule]++
      score.namedAt[rule].push(outcomes[0].namedAt)
      for (const { lastBoard } of outcomes)
        score.declared[rule] += declaredPairs(boardOf(lastBoard), strengths).filter(
          ({ isFalse }) => !isFalse,
        ).length
    })
    score.stretch.push(median(watched.flatMap(({ any, one }) => stretchOf(any.lastBoard, one.lastBoard))))
    score.unequal += boards.length * unequalPairs(strengths)
  }
  return score
}

function stretchOf(any: Rated, one: Rated): number[] {
  return any.standings.flatMap(({ comparison }, i) => {
    const [low, high] = comparison ?? [null, null]
    const [from, to] = one.standings[i].comparison ?? [null, null]
    return low === null || high === null || from === null || to === null ? [] : [(high - low) / (to - from)]
  })
}

/** The median. Null counts as larger than any number. */
function median(values: (number | null)[]): number {
  const sorted = values.map((value) => value ?? Infinity).sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN
}

type Watched = { world: Life; score: WatchedScore }

const ofLives =
  (count: (score: WatchedScore) => number) =>
  ({ score }: Watched) =>
    percentOf(count(score), score.lives)

const ofPairs =
  (rule: 0 | 1) =>
  ({ score }: Watched) =>
    partOf(score.declared[rule], score.unequal)

/** The median number of votes until the single best is named; empty if there is none. */
const votesUntilNamed =
  (rule: 0 | 1) =>
  ({ world: { strengths }, score }: Watched) => {
    const half = median(score.namedAt[rule])
    return bestOf(strengths) === null ? '' : half === Infinity ? 'not by half' : half
  }

export const watched = study({
  name: 'watched',
  about: 'Boards that are looked at while votes come in: how often anything false is declared at any look.',
  options: [boardsOption, roundsOption(100)],
  worlds: () => LIVES,
  titleOf,
  score: (
    life: Life,
    { boards = life.lives, ...setting }: { boards?: number; rounds: number; seed: number },
  ) => scoreLives(life, { ...setting, lives: boards }),
  columns: [
    { head: 'life', of: ({ world }) => `${world.name}${world.promised ? '' : ' (not promised)'}` },
    { head: 'resampled by', of: ({ world }) => world.by, isText: true },
    { head: 'boards', of: ({ score }) => score.lives },
    { head: 'votes each', of: ({ world }) => Math.round((2 * votesOfLife(world)) / world.strengths.length) },
    { head: 'looks', of: ({ world }) => looksOf(world).length },
    { head: 'any false', of: ofLives(({ anyFalse }) => anyFalse[0]) },
    { head: 'false winner', of: ofLives(({ falseWinner }) => falseWinner[0]) },
    { head: 'any false: one look’s rule', of: ofLives(({ anyFalse }) => anyFalse[1]) },
    { head: 'declared pairs', of: ofPairs(0) },
    { head: 'declared pairs: one look’s rule', of: ofPairs(1) },
    { head: 'votes until named', of: votesUntilNamed(0) },
    { head: 'votes until named: one look’s rule', of: votesUntilNamed(1) },
    { head: 'length', of: ({ score }) => median(score.stretch).toFixed(2) },
  ],
})
