import { stoppingOf } from './stopping.ts'
import type { Stopping } from './stopping.ts'

/** The confidence sequence of votes that are correlated within units. */
export interface UnitStopping extends Stopping {
  /** The number of votes when it was decided. Null: undecided. */
  votesToDecide: number | null
  /** If undecided: about how many more votes like these would decide. Null if no number is known. */
  moreVotesToDecide: number | null
}

/**
 * `stoppingOf` votes in the order in which they were recorded. All votes on a unit form one score, their mean,
 * which is looked at with the unit's last vote. Looks after every unit are free as long as a unit that was looked
 * at gets no further votes, so judge prompt by prompt. Assumes that each unit has the same mean score, given the
 * units before; for equals it is ½.
 * @param score  1 won, ½ tie, 0 lost
 */
export function stoppingByUnit(
  score: ArrayLike<number>,
  unit: ArrayLike<number>,
  alpha = 0.05,
): UnitStopping {
  const batches = new Map<number, { votes: number; points: number; lastVote: number }>()
  for (let i = 0; i < score.length; i++) {
    const { votes, points } = batches.get(unit[i]) ?? { votes: 0, points: 0 }
    batches.set(unit[i], { votes: votes + 1, points: points + score[i], lastVote: i })
  }
  const complete = [...batches.values()].sort((a, b) => a.lastVote - b.lastVote)
  const stopping = stoppingOf(
    complete.map(({ votes, points }) => points / votes),
    alpha,
  )
  const { decidedAfter, moreToDecide } = stopping
  return {
    ...stopping,
    votesToDecide: decidedAfter === null ? null : complete[decidedAfter - 1].lastVote + 1,
    moreVotesToDecide:
      moreToDecide === null ? null : Math.ceil((moreToDecide * score.length) / complete.length),
  }
}
