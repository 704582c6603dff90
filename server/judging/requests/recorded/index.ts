/** Showings of two answers to a judge: what it said in each order, once a judgement is done. */
export { recordedRequestsOf } from './recorded-requests-of.ts'
export type { JudgedTwo, RecordedRequest } from './recorded-requests-of.ts'
