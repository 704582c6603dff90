import type { Kysely } from 'kysely'
import type { Cluster } from '../../shared/contracts/index.ts'
import { pairCorrelation } from '../../shared/stats/internal.ts'
import type { PairCorrelation } from '../../shared/stats/internal.ts'
import type { Database } from '../platform/schema.ts'
import type { ArenaView } from './arena-view.ts'
import { selectPairCells } from './sharing-queries.ts'

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
  db: Kysely<Database>,
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
