/**
 * Leaderboard: the read side. Serves the published board as it was computed, as JSON with a strong ETag, as a
 * live stream, and as text for people without JavaScript; and what is on record of one contestant and of one decided
 * battle. It adds nothing and decides nothing. Before a battle is decided nobody hears of it here, and texts stand beside
 * names only where the prompt's texts are public, or for who holds the admin token.
 */
export { leaderboardRoutes } from './routes.ts'
export { recordRoutes } from './record-routes.ts'
export { winRatesFrom } from './win-rates.ts'
export { DifferencesRequest, HeadToHeadRequest, SamplingRequest, WinRatesRequest } from './view-requests.ts'
export { RATING_COLUMNS, ratingRecords } from './render/ratings-csv.ts'
