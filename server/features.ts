/**
 * Each feature is a folder with its routes, jobs and hooks, which its line mounts. `node workshop/verify/removable.ts` removes
 * each and checks the rest.
 */
export { attacks } from './integrity/attacks/attacks.ts'
export { challenges } from './challenges/index.ts'
export { live } from './live/index.ts'
export { notices } from './notices/index.ts'
export { webAnswers } from './web-answers/index.ts'
