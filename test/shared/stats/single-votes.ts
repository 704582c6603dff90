import { rate } from '../../../shared/stats/declare/rate.ts'
import type { Rated } from '../../../shared/stats/declare/declare.ts'

/** Two contestants with single votes, in this order. */
export function ratedBy(outcomes: ArrayLike<number>, looks: 'one' | 'any'): Rated {
  const n = outcomes.length
  const votes = {
    contestants: 2,
    units: n,
    left: new Int32Array(n),
    right: new Int32Array(n).fill(1),
    outcome: Uint8Array.from(outcomes),
    unit: Int32Array.from({ length: n }, (_, vote) => vote),
  }
  const how = { by: 'vote', ties: 'half', intervals: 'preview', baseline: null } as const
  return rate(votes, { ...how, rounds: 100, seed: 1, looks })
}
