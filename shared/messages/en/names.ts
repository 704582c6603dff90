import type { Few } from '../few.ts'

/** "a", "b", "c" and 4 more */
export const named = ({ names, more }: Few): string =>
  names.map((name) => `"${name}"`).join(', ') + (more > 0 ? ` and ${more} more` : '')

/** there is "a", "b"; or there is none */
export const thereIs = (there: Few): string => `there is ${named(there) || 'none'}`
