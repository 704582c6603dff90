/** Method advice: what `run` says if a method does not seem to fit the question. Pure; it stops nothing. */
export { adviseOnMethod } from './advise-on-method.ts'
export type { Advice, Question } from './advise-on-method.ts'
