import type { Board } from '../../../shared/contracts/index.ts'

/**
 * A board's rated contestants as LMArena publishes its leaderboards (`leaderboard_table_df` of `elo_results`): an
 * object by model. `rating_q975` and `rating_q025` are the ends of the marginal interval, `variance` is that of the
 * rating in points, and `final_ranking` counts the contestants that are certainly above.
 */
export function renderLmarena({ contestants }: Board): string {
  const rows = contestants.flatMap((row) => {
    if (row.rating === null) return []
    const entry = {
      rating: row.rating,
      variance: row.standardError === null ? null : row.standardError ** 2,
      rating_q975: row.marginal?.[1] ?? null,
      rating_q025: row.marginal?.[0] ?? null,
      num_battles: row.votes,
      final_ranking: row.rankInterval?.[0] ?? row.rank,
    }
    return [[row.name, entry] as const]
  })
  return `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`
}
