import type { Kysely } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { Contestant } from './contestant.ts'

export const selectContestants = (db: Kysely<Database>, arenaId: number): Promise<Contestant[]> =>
  db.selectFrom('contestants').selectAll().where('arena_id', '=', arenaId).orderBy('name').execute()
