import type { Kysely, Selectable } from 'kysely'
import type { CheckSpec } from '../../../shared/contracts/index.ts'
import type { Contestant } from '../../contestants/index.ts'
import type { Database } from '../../platform/schema.ts'
import type { PromptTable } from '../../prompts/tables.ts'

export type StandingPrompt = Selectable<PromptTable>

/** In the order in which they came. */
export const selectStandingContestants = (db: Kysely<Database>, arenaId: number): Promise<Contestant[]> =>
  db.selectFrom('contestants').selectAll().where('arena_id', '=', arenaId).orderBy('id').execute()

/** In the order in which they came. */
export const selectStandingPrompts = (db: Kysely<Database>, arenaId: number): Promise<StandingPrompt[]> =>
  db.selectFrom('prompts').selectAll().where('arena_id', '=', arenaId).orderBy('id').execute()

/** The checks in use. */
export async function selectStandingChecks(db: Kysely<Database>, arenaId: number): Promise<CheckSpec[]> {
  const rows = await db
    .selectFrom('checks')
    .select('spec')
    .where('arena_id', '=', arenaId)
    .where('active', '=', true)
    .orderBy('name')
    .execute()
  return rows.map(({ spec }) => spec)
}
