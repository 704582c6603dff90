/**
 * The columns by which a board can be sorted, in the `sort` parameter of its page. A leading `-` reverses the
 * order.
 */
export const SORT_KEYS = [
  'rank',
  'name',
  'rating',
  'votes',
  'wins',
  'losses',
  'ties',
  'averageWords',
  'costUsd',
] as const
