import { sql } from 'kysely'
import type { Cluster } from '../../shared/contracts/index.ts'
import { pairCorrelation, type PairCorrelation, type PairCell } from '../../shared/stats/fit/lack-of-fit.ts'
import type { Db } from '../platform/schema.ts'
import type { ArenaView } from './view.ts'
import { countedVotes, type VoteSelection } from '../votes/index.ts'

/** Units that the decisive votes of a view share. */
export interface VoteSharing {
  kind: 'prompt' | 'voter'
  /** Units with a decisive vote. */
  units: number
  /** How far votes on a pair agree if they share such a unit. Null: too few do. */
  correlation: PairCorrelation | null
}

const KINDS: Record<Cluster, VoteSharing['kind'][]> = {
  both: ['prompt', 'voter'],
  prompt: ['prompt'],
  voter: ['voter'],
  vote: [],
}

/** What the votes of a view share, for each kind of unit that its board resamples. */
export function votesSharing(
  db: Db,
  arenaId: number,
  view: ArenaView,
  cluster: Cluster,
): Promise<VoteSharing[]> {
  return Promise.all(
    KINDS[cluster].map(async (kind) => {
      const cells = await selectPairCells(db, arenaId, { ...view, publication: null }, kind)
      const units = new Set(cells.map(({ unit }) => unit)).size
      return { kind, units, correlation: pairCorrelation(cells) }
    }),
  )
}

const UNITS = {
  prompt: sql<string | null>`b.prompt_id::text`,
  voter: sql<string | null>`nullif(v.voter, v.import_key)`,
}

/** The decisive votes of a view on each pair in each unit; votes without a unit are left out. */
async function selectPairCells(
  db: Db,
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
