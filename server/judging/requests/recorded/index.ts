/** Recorded judge requests about two answers: what the judge said in each order of an ended judgement. */
export { recordedRequestsOf } from './recorded-requests-of.ts'
export type { JudgedTwo, RecordedRequest } from './recorded-requests-of.ts'
