/** Method advice: what `run` says when a method looks wrong for the question. Pure; nothing is stopped by it. */
export { adviseOnMethod } from './advise-on-method.ts'
export type { Advice, Question } from './advise-on-method.ts'
