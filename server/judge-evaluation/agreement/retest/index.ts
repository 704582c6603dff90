/**
 * Judges tested again, by no people: the same answers examined several times by one judge, and by two judges once. A
 * pure reading of facts that are there; nothing is asked, nothing kept.
 */
export { retestReport } from './retest-report.ts'
