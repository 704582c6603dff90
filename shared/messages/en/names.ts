import type { Few } from '../few.ts'
import { countOf } from '../few.ts'

/** "a", "b", "c" and 4 more */
export const named = ({ names, more }: Few): string =>
  names.map((name) => `"${name}"`).join(', ') + (more > 0 ? ` and ${more} more` : '')

/** there are "a", "b"; or there are none */
export const thereIs = (there: Few): string =>
  `there ${countOf(there) === 1 ? 'is' : 'are'} ${named(there) || 'none'}`
