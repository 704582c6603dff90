import type { Cluster, ToSettle } from '../../../shared/contracts/index.ts'
import type { Rated, SettleBy, SettleRange } from '../../../shared/stats/internal.ts'

/** What would settle the dead heat, with the names of contestants and of the board's resampling units. */
export function settleRows(
  toSettle: Rated['toSettle'],
  names: readonly string[],
  cluster: Cluster,
): ToSettle | null {
  if (!toSettle) return null
  const { contestants, votes, units, crossed, ways } = toSettle
  const isVoter = cluster === 'voter'
  const named = <T>(first: T, second: T) =>
    isVoter ? { prompts: second, voters: first } : { prompts: first, voters: second }
  const by: Record<SettleBy, ToSettle['ways'][number]['by']> = {
    votes: 'votes',
    units: isVoter ? 'voters' : 'prompts',
    crossed: 'voters',
    both: 'both',
  }
  return {
    contestants: [names[contestants[0]], names[contestants[1]]],
    votes,
    ...named(units, crossed),
    ways: ways.map((way) => ({
      by: by[way.by],
      votes: way.votes,
      ...named<SettleRange | null>(way.units, way.crossed),
    })),
  }
}
