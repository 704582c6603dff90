/**
 * Leaderboard: the read side. Serves the published board as it was computed, as JSON with a strong ETag, as a
 * live stream, and as text for people without JavaScript. It adds nothing and decides nothing.
 */
export { leaderboardRoutes } from './routes.ts'
export { winRatesFrom } from './win-rates.ts'
export { DifferencesRequest, HeadToHeadRequest, WinRatesRequest } from './view-requests.ts'
export { RATING_COLUMNS, ratingRecords } from './render/ratings-csv.ts'
