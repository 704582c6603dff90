import type { Comparison } from '../../../shared/contracts/comparison.ts'
import { fetched, server } from './http.ts'

/** Settings of a comparison in an address, apart from the two contestants. The server has a default for each. */
export const SETTINGS = [
  'source',
  'criterion',
  'preset',
  'minWinRate',
  'minVotes',
  'alpha',
  'sequential',
  'maxCostRatio',
  'maxLatencyRatio',
] as const
export type Setting = (typeof SETTINGS)[number]

/** `a` would replace `b`. A setting may stand more than once only where it is `criterion`. */
export interface ComparisonRequest extends Partial<Record<Exclude<Setting, 'criterion'>, string>> {
  a: string
  b: string
  criterion?: string[]
}

/** The comparison that an address requests. Null: it does not name two contestants. */
export function comparisonRequest(query: URLSearchParams): ComparisonRequest | null {
  const [a, b] = [query.get('a'), query.get('b')]
  if (!a || !b) return null
  const request: ComparisonRequest = { a, b }
  for (const name of SETTINGS) {
    const values = query.getAll(name).filter((value) => value !== '')
    if (values.length === 0) continue
    if (name === 'criterion') request.criterion = values
    else request[name] = values[0]
  }
  return request
}

const route = server.api.arenas[':arena'].compare
type Query = Parameters<(typeof route)['$get']>[0]['query']

export const comparison = (arena: string, request: ComparisonRequest): Promise<Comparison> =>
  fetched(route.$get({ param: { arena }, query: request as Query }))
