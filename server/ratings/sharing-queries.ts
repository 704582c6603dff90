import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/schema.ts'
import { countedVotes } from '../votes/index.ts'
import type { VoteSelection } from '../votes/index.ts'
import type { PairCell } from '../../shared/stats/internal.ts'

const UNITS = {
  prompt: sql<string | null>`b.prompt_id::text`,
  voter: sql<string | null>`nullif(v.voter, v.import_key)`,
}

/** The decisive votes of a view on each pair in each unit; votes without a unit are left out. */
export async function selectPairCells(
  db: Kysely<Database>,
  arenaId: number,
  selection: VoteSelection,
  unit: 'prompt' | 'voter',
): Promise<PairCell[]> {
  const pair = sql<string>`least(l.id, r.id) || ' ' || greatest(l.id, r.id)`
  const isForFirst = sql<boolean>`(v.outcome = 'left') = (l.id < r.id)`
  const count = (isCounted: typeof isForFirst) => sql<number>`count(*) filter (where ${isCounted})::int`
  return await countedVotes(db, arenaId, selection)
    .select([
      pair.as('pair'),
      UNITS[unit].$notNull().as('unit'),
      count(isForFirst).as('wins'),
      count(sql`not ${isForFirst}`).as('losses'),
    ])
    .where('v.outcome', 'in', ['left', 'right'])
    .where(UNITS[unit], 'is not', null)
    .groupBy([pair, UNITS[unit]])
    // ids keep the order, so that the parts of the jackknife are the same each time
    .orderBy(sql`min(v.id)`)
    .execute()
}
