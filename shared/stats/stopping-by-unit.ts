import { stoppingOf } from './stopping.ts'
import type { Stopping } from './stopping.ts'

/** What a confidence sequence says of votes that hang together by unit. */
export interface UnitStopping extends Stopping {
  /** How many votes were there when it was decided; null: it is not. */
  votesToDecide: number | null
  /** Undecided: about how many more votes like these would decide; null where none is known. */
  moreVotesToDecide: number | null
}

/**
 * `stoppingOf` votes in the order in which they were recorded: all votes on a unit are one score, their mean, which is
 * looked at with the unit's last vote. Looking after every unit costs nothing as long as a unit that was looked at
 * gets no further votes: so judge prompt by prompt. Assumes of every unit that its mean score, given the units before,
 * is the same; equals have ½.
 * @param score  1 won, ½ tie, 0 lost
 */
export function stoppingByUnit(
  score: ArrayLike<number>,
  unit: ArrayLike<number>,
  alpha = 0.05,
): UnitStopping {
  const batches = new Map<number, { votes: number; points: number; last: number }>()
  for (let i = 0; i < score.length; i++) {
    const { votes, points } = batches.get(unit[i]) ?? { votes: 0, points: 0 }
    batches.set(unit[i], { votes: votes + 1, points: points + score[i], last: i })
  }
  const complete = [...batches.values()].sort((a, b) => a.last - b.last)
  const found = stoppingOf(
    complete.map(({ votes, points }) => points / votes),
    alpha,
  )
  const { decidedAfter, moreToDecide } = found
  return {
    ...found,
    votesToDecide: decidedAfter === null ? null : complete[decidedAfter - 1].last + 1,
    moreVotesToDecide:
      moreToDecide === null ? null : Math.ceil((moreToDecide * score.length) / complete.length),
  }
}
