/**
 * Reads: responses that every reader gets, answered from memory until their arena changes. Only requests without a token
 * are answered so. Always holds: a response is at most 10 seconds older than the database,
 * and after a notified change other than a new board no older one is sent.
 */
export { answerReads } from './answer-reads.ts'
export { hasTag } from './has-tag.ts'
export { ANY_ARENA, Reads } from './reads.ts'
export { isStorable, storeReads } from './store-reads.ts'
