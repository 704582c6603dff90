import { VERSION } from '../../platform/config/installation.ts'
import { computeBoard } from '../compute-board.ts'
import type { ArenaView } from '../view.ts'
import { countedRows, isSlowToCompute, viewTable } from './view-votes.ts'
import type { VoteStore } from './vote-store.ts'

/**
 * How far the votes of one voter moved the ratings of a view: the rating with them less the rating without them, in points.
 * Both boards are on the common scale, whose mean is that of all rated contestants.
 * @returns the largest change first; null if the board is slow to compute, or rates fewer than two contestants without them
 */
export function voterInfluence(
  store: VoteStore,
  view: ArenaView,
  voter: string,
): { name: string; points: number }[] | null {
  const counted = countedRows(store, view)
  const { left, right } = store.columns
  const contestants = new Set<number>()
  for (const row of counted) contestants.add(left[row]).add(right[row])
  if (isSlowToCompute(counted.length, contestants.size)) return null
  const number = store.voterNames.indexOf(voter)
  // votes without a voter have this number, too
  if (number < 0) return []
  const ratings = (rows: Int32Array) => {
    const { contestants } = computeBoard(viewTable(store, view, rows), {
      arena: null,
      view,
      rounds: 0,
      seed: 1,
      computedAt: new Date(0).toISOString(),
      version: VERSION,
    })
    return new Map(contestants.flatMap(({ name, rating }) => (rating === null ? [] : [[name, rating]])))
  }
  const all = ratings(counted)
  const others = ratings(counted.filter((row) => store.columns.voter[row] !== number))
  if (others.size < 2) return null
  return [...all]
    .flatMap(([name, rating]) => {
      const before = others.get(name)
      return before === undefined ? [] : [{ name, points: rating - before }]
    })
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
}
