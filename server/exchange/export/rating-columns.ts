/** A row of the board as exported ratings have it. */
import type { Board, BoardContestant } from '../../../shared/contracts/index.ts'

export const RATING_COLUMNS = [
  'model',
  'rating',
  'rating_lower',
  'rating_upper',
  'rank',
  'rank_lower',
  'rank_upper',
  'votes',
  'status',
  'comparison_lower',
  'comparison_upper',
  'wins',
  'losses',
  'ties',
  'source',
] as const

export type RatingRecord = Record<(typeof RATING_COLUMNS)[number], string | number | null>

/** `rating_lower` and `rating_upper` are the marginal 95 % interval; the comparison interval is what ranks rest on. */
export const ratingRecords = ({ contestants, view }: Board): RatingRecord[] =>
  contestants.map((one) => ratingRecord(one, view.source))

const ratingRecord = (one: BoardContestant, source: string): RatingRecord => ({
  model: one.name,
  rating: one.rating,
  rating_lower: one.marginal?.[0] ?? null,
  rating_upper: one.marginal?.[1] ?? null,
  rank: one.rank,
  rank_lower: one.rankInterval?.[0] ?? null,
  rank_upper: one.rankInterval?.[1] ?? null,
  votes: one.votes,
  status: one.status,
  comparison_lower: one.comparison?.[0] ?? null,
  comparison_upper: one.comparison?.[1] ?? null,
  wins: one.wins,
  losses: one.losses,
  ties: one.ties,
  source,
})
