/**
 * Integrity: an operator puts a suspicious vote into quarantine, with a reason. No board counts it, and every board says
 * how many votes it left out. A job looks for attacks after new votes and does the same, or only says what it found. A release ends the quarantine. Both are recorded; no vote is ever changed, and none deleted except with its whole arena.
 */
export { findAttacksIn } from './attacks/find-attacks-in.ts'
export { archiveRoutes } from './archiving/routes.ts'
export { archiveArena } from './archiving/archive-arena.ts'
export { integrityRoutes } from './routes.ts'
export { erasureRoutes } from './erasure/routes.ts'
export { eraseText } from './erasure/erase-text.ts'
export { eraseVoter } from './erasure/erase-voter.ts'
export { removalRoutes } from './removal/routes.ts'
export { removeArena } from './removal/remove-arena.ts'
export { suspicionRoutes } from './attacks/routes.ts'
export { leakRoutes } from './leaks/routes.ts'
export { requestLeakSearches, searchLeaks } from './leaks/search-leaks.ts'
export { readAudit, readServerLog } from './read-votes.ts'
export { quarantineVotes } from './quarantine-votes.ts'
export { releaseVotes } from './release-votes.ts'
