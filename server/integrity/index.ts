/**
 * Integrity: an operator puts a suspicious vote into quarantine, with a reason. No board counts it, and every board says
 * how many votes it left out. A job looks for attacks after new votes and does the same, or only says what it found. A release ends the quarantine. Both are recorded; no vote is ever changed, and none deleted except with its whole arena.
 */
export { removalRoutes } from './end-arena.ts'
export { integrityRoutes } from './routes.ts'
export { erasureRoutes, eraseText } from './erase.ts'
export { leakRoutes, requestLeakSearches, searchLeaks } from './leaks.ts'
export { readAudit, readServerLog } from './read-votes.ts'
export { setQuarantine } from './quarantine.ts'
