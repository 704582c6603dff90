import { ALPHA } from '../../../../shared/stats/intervals/comparison.ts'
import { isAbove } from '../../../../shared/stats/declare/declare.ts'
import { rate } from '../../../../shared/stats/declare/rate.ts'
import { RandomStream } from '../../../../shared/stats/numbers/random.ts'
import type { VoteColumns } from '../../../../shared/stats/fit/tally.ts'
import { drawVotes, ofCategory, type By, type World } from './world.ts'

/**
 * Counts of what the boards of one world declared. If a world has boards by category, all of them count as one
 * board.
 */
export interface FieldScore {
  boards: number
  anyFalse: number
  falseWinner: number
  /** Pairs of unequal strength, and how many of them were declared in the right order. */
  unequal: number
  declared: number
}

/** Boards of one world, with one kind of unit. A thread works on one such task. */
export interface FieldTask extends FieldSetting {
  world: string
  by: By
}

export interface FieldSetting {
  boards: number
  rounds: number
  seed: number
}

/** Draws and rates boards of a world. Board n depends only on the world's name, the seed and n. */
export function scoreWorld(world: World, by: By, { boards, rounds, seed }: FieldSetting): FieldScore {
  const score: FieldScore = { boards, anyFalse: 0, falseWinner: 0, unequal: 0, declared: 0 }
  const own = seedOf(world, seed)
  for (let board = 0; board < boards; board++) {
    const votes = resampledBy(drawVotes(world, new RandomStream(own, board)), by)
    add(score, world, votes, by, { rounds, seed: board })
  }
  return score
}

/** The seed of a world's boards: from its name and the seed of the simulation. */
export function seedOf({ name }: Pick<World, 'name'>, seed: number): number {
  return [...name].reduce((sum, char) => (sum * 31 + char.codePointAt(0)!) % 2 ** 31, seed)
}

/** The votes with the units that a board resamples. */
export function resampledBy({ crossed, ...votes }: VoteColumns, by: By): VoteColumns {
  if (by === 'both') return { ...votes, crossed: crossed! }
  return by === 'voter' ? { ...votes, ...crossed } : votes
}

function add(
  score: FieldScore,
  { strengths, categories }: World,
  votes: VoteColumns,
  by: By,
  drawn: { rounds: number; seed: number },
): void {
  const count = categories?.count ?? 0
  const boards = [
    votes,
    ...Array.from({ length: count }, (_, category) => ofCategory(votes, category, count)),
  ]
  const alpha = categories?.held === 'together' ? ALPHA / boards.length : ALPHA
  const isFalse = (i: number, j: number) => i !== j && strengths[i] <= strengths[j]
  const isBest = (i: number) => strengths.every((own, j) => i === j || own < strengths[i])
  const rated = boards.map((own) => {
    const { standings, winner } = rate(own, {
      ...drawn,
      by: by === 'vote' ? 'vote' : 'unit',
      ties: 'half',
      intervals: 'comparison',
      baseline: null,
      alpha,
    })
    const above = standings.flatMap((one, i) =>
      standings.flatMap((other, j) => (isAbove(one.comparison, other.comparison) ? [[i, j] as const] : [])),
    )
    score.declared += above.filter(([i, j]) => !isFalse(i, j)).length
    strengths.forEach((lead) => (score.unequal += strengths.filter((other) => other < lead).length))
    return { isFalse: above.some(([i, j]) => isFalse(i, j)), isWrong: winner !== null && !isBest(winner) }
  })
  if (rated.some((board) => board.isFalse)) score.anyFalse++
  if (rated.some((board) => board.isWrong)) score.falseWinner++
}
