/** Showings of two answers to a judge: what it said in each order, once a judgement is done. */
export { showingsOf } from './showings-of.ts'
export type { JudgedTwo, ToldShowing } from './showings-of.ts'
