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
  title?: string | undefined
  contestants: readonly FinishContestant[]
}

export interface FinishContestant {
  name: string
  slug?: string | undefined
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
