/** Showings of two answers to a judge: what it said in each order, once a judgement is done. */
export { recordedRequestsOf } from './showings-of.ts'
export type { JudgedTwo, RecordedRequest } from './showings-of.ts'
