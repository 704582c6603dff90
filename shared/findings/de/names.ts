import type { Few } from '../few.ts'

/** „a“, „b“, „c“ und 4 weitere */
export const named = ({ names, more }: Few): string =>
  names.map((name) => `„${name}“`).join(', ') + (more > 0 ? ` und ${more} weitere` : '')

/** Es gibt „a“, „b“; oder es gibt keine */
export const thereIs = (there: Few): string => `es gibt ${named(there) || 'keine'}`
