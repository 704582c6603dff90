/**
 * Retest: one judge on the same answers several times, and two judges on the same answers. It needs no human votes,
 * calls no model and stores nothing.
 */
export { retestReport } from './retest-report.ts'
