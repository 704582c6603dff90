import type { Board, BoardContestant } from '../contracts/board.ts'
import { judgeOfSource } from '../contracts/source.ts'

type Drawn =
  | 'state'
  | 'leader'
  | 'clearBy'
  | 'finishLine'
  | 'level'
  | 'speaksFor'
  | 'votes'
  | 'voters'
  | 'prompts'
type DrawnIfThere = 'warnings' | 'excluded' | 'leadsAlone' | 'settle' | 'decides' | 'view' | 'computedAt'

/** The part of a board that is drawn. Ratings and ends of intervals are points, unrounded. */
export interface FinishBoard extends Pick<Board, Drawn>, Partial<Pick<Board, DrawnIfThere>> {
  deadHeat: readonly string[]
  /** The kinds of units that were resampled. None: single votes. */
  units: readonly Board['units'][number][]
  looks: NonNullable<Board['looks']>
  /** Whether the voters are judges alone. */
  areJudges?: boolean | undefined
  /** There are votes, all by judges that failed their evaluation: they are left out. */
  areAllLeftOut?: boolean | undefined
  title?: string | undefined
  /** Since when people can no longer vote (ISO 8601). Null or absent: they can. */
  closedAt?: string | null | undefined
  /** False: ratings without intervals, so nothing is said of first place. */
  hasIntervals?: boolean | undefined
  contestants: readonly FinishContestant[]
}

type DrawnOfContestant =
  | 'name'
  | 'slug'
  | 'retired'
  | 'rating'
  | 'votes'
  | 'wins'
  | 'losses'
  | 'ties'
  | 'bothBad'
  | 'status'

export interface FinishContestant extends Pick<BoardContestant, DrawnOfContestant> {
  interval: readonly [low: number, high: number] | null
  place: readonly [best: number, worst: number] | null
}

/** The drawn part of a board as it is sent and stored. @param closedAt  since when people can no longer vote; null: they can */
export function finishBoard(
  board: Board,
  { title, closedAt = null }: { title?: string | undefined; closedAt?: string | null } = {},
): FinishBoard {
  const isRated = board.contestants.some(({ rating }) => rating !== null)
  const areJudges = board.view.source === 'judges' || judgeOfSource(board.view.source) !== null
  return {
    ...board,
    title,
    closedAt,
    areJudges,
    areAllLeftOut:
      areJudges && board.votes === 0 && board.warnings.some(({ code }) => code === 'judge_left_out'),
    looks: board.looks ?? 'one',
    hasIntervals: board.intervals !== null || !isRated,
  }
}
