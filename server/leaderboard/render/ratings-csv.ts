import { stringify } from 'csv-stringify/sync'
import type { Board, BoardContestant } from '../../../shared/contracts/index.ts'

/** The rating columns of other tools in their order, then Deadheat's own. */
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
  'reason',
  'comparison_lower',
  'comparison_upper',
  'theta',
  'standard_error',
  'wins',
  'losses',
  'ties',
  'both_bad',
  'units',
  'source',
] as const

type RatingRecord = Record<(typeof RATING_COLUMNS)[number], string | number | null>

/** One record per contestant. `rating_lower` and `rating_upper` are the marginal ends; ranks follow the comparison ends. */
export function ratingRecords({ contestants, view }: Board): RatingRecord[] {
  return contestants.map((row) => ({
    model: row.name,
    rating: row.rating,
    ...ends('rating', row.marginal),
    rank: row.rank,
    ...ends('rank', row.rankInterval),
    votes: row.votes,
    status: row.status,
    reason: row.reason,
    ...ends('comparison', row.comparison),
    theta: row.theta,
    standard_error: row.standardError,
    wins: row.wins,
    losses: row.losses,
    ties: row.ties,
    both_bad: row.bothBad,
    units: row.units,
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

function ends<Name extends string>(name: Name, interval: BoardContestant['comparison']) {
  return { [`${name}_lower`]: interval?.[0] ?? null, [`${name}_upper`]: interval?.[1] ?? null } as Record<
    `${Name}_lower` | `${Name}_upper`,
    number | null
  >
}
