/**
 * Leaderboard: the read side. Serves the published board as it was computed, as JSON with a strong ETag, as a
 * live stream, and as text for people without JavaScript. It also serves the record of one contestant, one decided battle,
 * and the list of all. It decides nothing. It shows no battle before its decision. It shows texts beside names only if the prompt's
 * texts are public, or to holders of the admin token.
 */
export { listWithFindings, listingRoutes } from './listing.ts'
export { leaderboardRoutes } from './routes.ts'
export { plateRoutes } from './plate/routes.ts'
export { embedRoutes } from './embed-routes.ts'
export { drawPng } from './plate/png.ts'
export { listBattles, type BattlesRequest } from './list-battles.ts'
export { requireNamed, recordRoutes } from './routes.ts'
export { pictureTitle } from './render/cells.ts'
export { battleLines, battleHeading, battleItems } from './render/battles-text.ts'
export { renderBadge } from './render/badge.ts'
export { renderMarkdown } from './render/markdown.ts'
export { renderText } from './render/text.ts'
export { RATING_COLUMNS, ratingRecords } from './render/ratings-csv.ts'
