import type { Board } from '../contracts/board.ts'
import { judgeOfSource } from '../contracts/source.ts'

export type Language = 'en' | 'de'

/** The part of a board that is drawn. Ratings and ends of intervals are points, unrounded. */
export interface FinishBoard {
  state: 'first_votes' | 'dead_heat' | 'leads' | 'wins'
  /** Names of all that nobody is above. */
  deadHeat: readonly string[]
  leader: string | null
  /** Points between the leader's low end and the highest end of all others. */
  clearBy: number | null
  /** The highest low end of any bar, in points. */
  finishLine: number | null
  /** The level of the intervals, 0 … 1. */
  level: number
  looks: 'one' | 'any'
  /** The kinds of units that were resampled. None: single votes. */
  units: readonly ('prompt' | 'voter')[]
  speaksFor: null | 'these_people' | 'these_prompts'
  votes: number
  voters: number | null
  prompts: number | null
  /** Whether the voters are judges alone. */
  areJudges?: boolean | undefined
  /** Votes that do not count. */
  excluded?: Board['excluded'] | undefined
  leadsAlone?: Board['leadsAlone']
  settle?: Board['settle'] | undefined
  title?: string | undefined
  /** When the arena decides. Null: it is open-ended. Absent: the votes are those of a file. */
  decides?: Board['decides']
  view?: Board['view'] | undefined
  computedAt?: string | undefined
  /** Since when people can no longer vote (ISO 8601). Null or absent: they can. */
  closedAt?: string | null | undefined
  /** False: ratings without intervals, so nothing is said of first place. */
  hasIntervals?: boolean | undefined
  contestants: readonly FinishContestant[]
}

export interface FinishContestant {
  name: string
  slug?: string | undefined
  retired?: boolean | undefined
  rating: number | null
  interval: readonly [low: number, high: number] | null
  place: readonly [best: number, worst: number] | null
  votes: number
  wins: number
  losses: number
  /** Votes without a winner, those with two bad answers included. */
  ties: number
  bothBad: number
  status: 'rated' | 'too_few_votes' | 'not_linked'
}

/** The drawn part of a board as it is sent and stored. @param closedAt  since when people can no longer vote; null: they can */
export function finishBoard(
  board: Board,
  { title, closedAt = null }: { title?: string | undefined; closedAt?: string | null } = {},
): FinishBoard {
  const isRated = board.contestants.some(({ rating }) => rating !== null)
  return {
    ...board,
    title,
    closedAt,
    areJudges: board.view.source === 'judges' || judgeOfSource(board.view.source) !== null,
    looks: board.looks ?? 'one',
    hasIntervals: board.intervals !== null || !isRated,
  }
}
