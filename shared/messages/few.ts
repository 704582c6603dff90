const MOST_NAMED = 3

/** The first few of some names, and how many more there are. */
export interface Few {
  names: readonly string[]
  more: number
}

/** Names for a sentence: the first few, and how many more there are. */
export function few(names: Iterable<string>): Few {
  const all = [...names]
  return { names: all.slice(0, MOST_NAMED), more: Math.max(0, all.length - MOST_NAMED) }
}

/** How many names there are. */
export const countOf = ({ names, more }: Few): number => names.length + more
