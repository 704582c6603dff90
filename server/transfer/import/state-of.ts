import type { Kysely, Selectable } from 'kysely'
import type { CheckSpec } from '../../../shared/contracts/index.ts'
import { selectProviders, type Arena } from '../../arenas/index.ts'
import type { Contestant } from '../../contestants/index.ts'
import { currentJudges, type CurrentJudge } from '../../judging/index.ts'
import type { Database } from '../../platform/schema.ts'
import type { ProviderTable } from '../../arenas/tables.ts'
import type { StandingPrompt } from './state-queries.ts'

/** The stored state of an arena, as far as an arena.yaml describes it. */
export interface ArenaState {
  arena: Arena
  contestants: Contestant[]
  prompts: StandingPrompt[]
  judges: CurrentJudge[]
  checks: CheckSpec[]
  providers: Selectable<ProviderTable>[]
}

/** Reads what is stored of an arena now; the arena itself is taken as given. */
export async function stateOf(db: Kysely<Database>, arena: Arena): Promise<ArenaState> {
  // one after another: a transaction has one connection
  const contestants = await selectStandingContestants(db, arena.id)
  const prompts = await selectStandingPrompts(db, arena.id)
  const judges = await currentJudges(db, arena.id)
  const checks = await selectStandingChecks(db, arena.id)
  const providers = await selectProviders(db, arena.id)
  return { arena, contestants, prompts, judges, checks, providers }
}

/** In the order in which they came. */
const selectStandingContestants = (db: Kysely<Database>, arenaId: number): Promise<Contestant[]> =>
  db.selectFrom('contestants').selectAll().where('arena_id', '=', arenaId).orderBy('id').execute()

/** In the order in which they came. */
const selectStandingPrompts = (db: Kysely<Database>, arenaId: number): Promise<StandingPrompt[]> =>
  db.selectFrom('prompts').selectAll().where('arena_id', '=', arenaId).orderBy('id').execute()

/** The checks in use. */
async function selectStandingChecks(db: Kysely<Database>, arenaId: number): Promise<CheckSpec[]> {
  const rows = await db
    .selectFrom('checks')
    .select('spec')
    .where('arena_id', '=', arenaId)
    .where('active', '=', true)
    .orderBy('name')
    .execute()
  return rows.map(({ spec }) => spec)
}
