/** The columns by which rows of a board can be sorted, as in the `sort` parameter of its page; `-` before reverses. */
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
