/**
 * Integrity: what keeps a board honest beyond its rules. A vote under suspicion is put into quarantine, which is a
 * further fact with its reason: no board counts it, every board says how many it left out, and the next fact lets it
 * out again. No vote is ever changed or deleted.
 */
export { integrityRoutes } from './routes.ts'
export { readAudit } from './read-votes.ts'
export { quarantineVotes } from './quarantine-votes.ts'
export { releaseVotes } from './release-votes.ts'
