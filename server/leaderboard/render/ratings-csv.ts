import { stringify } from 'csv-stringify/sync'
import type { Board } from '../../../shared/contracts/index.ts'

/** The rating columns of other tools in their order, then Deadheat's. */
export const RATING_COLUMNS = [
  'model',
  'rating',
  'rating_lower',
  'rating_upper',
  'place_best',
  'place_worst',
  'win_rate',
  'votes',
  'wins',
  'losses',
  'ties',
  'both_bad',
  'status',
  'source',
] as const

type RatingRecord = Record<(typeof RATING_COLUMNS)[number], string | number | null>

/** One record per contestant. `rating_lower` and `rating_upper` are the ends of its interval. */
export function ratingRecords({ contestants, view }: Board): RatingRecord[] {
  return contestants.map(({ name, rating, interval, place, ...row }) => ({
    model: name,
    rating,
    rating_lower: interval?.[0] ?? null,
    rating_upper: interval?.[1] ?? null,
    place_best: place?.[0] ?? null,
    place_worst: place?.[1] ?? null,
    win_rate: row.winRate,
    votes: row.votes,
    wins: row.wins,
    losses: row.losses,
    ties: row.ties,
    both_bad: row.bothBad,
    status: row.status,
    source: view.source,
  }))
}

/** A board's ratings as CSV. Numbers are unrounded. Text that a spreadsheet would take for a formula is escaped. */
export function renderRatingsCsv(board: Board): string {
  return stringify(ratingRecords(board), {
    header: true,
    columns: [...RATING_COLUMNS],
    escape_formulas: true,
  })
}
