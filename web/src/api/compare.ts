import type { Comparison } from '../../../shared/contracts/comparison.ts'
import { fetched, PATIENCE_MS, signed } from './http.ts'

/** Settings of a comparison in an address, apart from the two contestants. The server has a default for each. */
const SETTINGS = [
  'source',
  'criterion',
  'preset',
  'minWinRate',
  'minVotes',
  'alpha',
  'sequential',
  'maxCostRatio',
  'maxLatencyRatio',
]

/**
 * The query of the comparison that an address requests, whether `a` would replace `b`. A setting may stand more than once
 * only where it is `criterion`. Null: it does not name two contestants.
 */
export function comparisonSearch(query: URLSearchParams): string | null {
  const [a, b] = [query.get('a'), query.get('b')]
  if (!a || !b) return null
  const search = new URLSearchParams({ a, b })
  for (const name of SETTINGS) {
    const values = query.getAll(name).filter((value) => value !== '')
    for (const value of name === 'criterion' ? values : values.slice(0, 1)) search.append(name, value)
  }
  return String(search)
}

export const comparison = (arena: string, search: string): Promise<Comparison> =>
  fetched(
    fetch(`/api/arenas/${arena}/compare?${search}`, {
      headers: signed(),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }),
  )
