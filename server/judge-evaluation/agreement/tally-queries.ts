import type { Kysely } from 'kysely'
import type { Database } from '../../platform/schema.ts'

/** The number of parts that prompts are divided into. Votes are resampled by part. */
export const PARTS = 32

/** Counted votes on one pair of contestants on one part of the prompts; low < high by id. */
export interface PairCount {
  /** Null for humans. */
  judge: string | null
  criterion: string
  low: number
  high: number
  part: number
  lowWins: number
  highWins: number
  ties: number
}

export interface NamedContestant {
  id: number
  name: string
  family: string | null
  model: string | null
}

export const selectContestants = (db: Kysely<Database>, arenaId: number): Promise<NamedContestant[]> =>
  db
    .selectFrom('contestants')
    .select(['id', 'name', 'family', 'model'])
    .where('arena_id', '=', arenaId)
    .orderBy('id')
    .execute()
