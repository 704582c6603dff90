import { ALPHA } from '../../../../shared/stats/intervals/comparison.ts'
import { isAbove, type Rated } from '../../../../shared/stats/declare/declare.ts'
import { RandomStream } from '../../../../shared/stats/numbers/random.ts'
import { leadsByAllDifferences } from '../all-differences.ts'
import { boardsOf, countedVotes, drawLife, votesOfLife, type Life } from './life.ts'
import { watch } from './watch.ts'

/** The results of many lives. The first of each pair is the rule for all looks, the second the rule for one look. */
export interface WatchedScore {
  lives: number
  anyFalse: Pair
  falseWinner: Pair
  /** Pairs of unequal strength, and how many of them were declared in the right order after the last vote. */
  unequal: number
  declared: Pair
  /** The same by the most powerful test of all differences, at one look. */
  declaredByAll: number
  /** For each life, the votes until the best was named. Null: not within the life. */
  namedAt: [(number | null)[], (number | null)[]]
  /** For each life, how much longer intervals for all looks are after the last vote: the median over contestants. */
  stretch: number[]
}

type Pair = [any: number, one: number]

/** Lives of one kind. A thread works on one such task. */
export interface WatchedTask {
  life: string
  lives: number
  rounds: number
  seed: number
}

/** Draws and follows lives. Life n depends only on the name, the seed and n. */
export function scoreLives(life: Life, { lives, rounds, seed }: Omit<WatchedTask, 'life'>): WatchedScore {
  const score: WatchedScore = {
    lives,
    anyFalse: [0, 0],
    falseWinner: [0, 0],
    unequal: 0,
    declared: [0, 0],
    declaredByAll: 0,
    namedAt: [[], []],
    stretch: [],
  }
  const { strengths, by } = life
  const lifeSeed = [...life.name].reduce((sum, char) => (sum * 31 + char.codePointAt(0)!) % 2 ** 31, seed)
  const differ = strengths.flatMap((high, i) =>
    strengths.flatMap((low, j) => (low < high ? [[i, j] as const] : [])),
  )
  for (let n = 0; n < lives; n++) {
    const lifeVotes = drawLife(life, new RandomStream(lifeSeed, n))
    const boards = boardsOf(life, lifeVotes)
    const alpha = life.categories?.held === 'together' ? ALPHA / boards.length : ALPHA
    const watched = boards.map((board) =>
      watch(board.life, board.lifeVotes, { rounds, seed: n, alpha, isFull: false }),
    )
    ;(['any', 'one'] as const).forEach((looks, rule) => {
      const outcomes = watched.map((board) => board[looks])
      if (outcomes.some(({ anyFalse }) => anyFalse)) score.anyFalse[rule]++
      if (outcomes.some(({ falseWinner }) => falseWinner)) score.falseWinner[rule]++
      score.namedAt[rule].push(outcomes[0].namedAt)
      for (const { lastBoard } of outcomes)
        score.declared[rule] += differ.filter(([i, j]) =>
          isAbove(lastBoard.standings[i].comparison, lastBoard.standings[j].comparison),
        ).length
    })
    score.stretch.push(median(watched.flatMap(({ any, one }) => stretchOf(any.lastBoard, one.lastBoard))))
    score.unequal += boards.length * differ.length
    if (differ.length === 0 || by === 'both') continue
    for (const board of boards) {
      const votes = countedVotes(board.life, board.lifeVotes, votesOfLife(board.life))
      const leads = leadsByAllDifferences(votes, by !== 'vote', rounds, n)
      score.declaredByAll += leads ? differ.filter(([i, j]) => leads(i, j)).length : 0
    }
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
export function median(values: (number | null)[]): number {
  const sorted = values.map((value) => value ?? Infinity).sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? NaN
}
