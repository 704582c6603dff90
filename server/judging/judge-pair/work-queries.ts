import { type Kysely, sql } from 'kysely'
import type { CheckSpec } from '../../../shared/contracts/index.ts'
import type { Database } from '../../platform/schema.ts'
import type { ProviderOfArena } from '../../runs/index.ts'

/**
 * The judge versions that have planned judgements in the run, with their provider.
 * @param runId  null: planned judgements of all runs that cast votes
 */
export async function selectJudging(
  db: Kysely<Database>,
  arenaId: number,
  runId: number | null,
): Promise<{ versionId: number; provider: ProviderOfArena }[]> {
  const { rows } = await sql<{ versionId: number; provider: ProviderOfArena }>`
    select v.id as "versionId", to_jsonb(p) as provider
    from judge_versions v join providers p on p.arena_id = v.arena_id and p.name = v.provider
    where v.arena_id = ${arenaId} and exists (select from judgements j
      where j.arena_id = v.arena_id and j.status = 'planned' and j.judge_version_id = v.id
        and case when ${runId}::integer is null then j.climb_epoch is null else j.run_id = ${runId} end)
    order by v.id`.execute(db)
  return rows
}

export interface ActiveCheck {
  name: string
  sha256: string
  spec: CheckSpec
  /** The provider of its model or its command; null for a rule. */
  provider: ProviderOfArena | null
}

export async function selectActiveChecks(db: Kysely<Database>, arenaId: number): Promise<ActiveCheck[]> {
  const { rows } = await sql<ActiveCheck>`
    select k.name, k.sha256, k.spec, to_jsonb(p) as provider
    from checks k left join providers p on p.arena_id = k.arena_id and p.name = k.spec->>'provider'
    where k.arena_id = ${arenaId} and k.active order by k.name`.execute(db)
  return rows
}

/** How many planned judgements the run has. */
export async function countPlanned(db: Kysely<Database>, arenaId: number, runId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from judgements
    where arena_id = ${arenaId} and run_id = ${runId} and status = 'planned'`.execute(db)
  return rows[0].count
}

/** The models that a run of the arena calls: those of contestants, judges and checks. */
export async function selectModelsCalled(db: Kysely<Database>, arenaId: number): Promise<string[]> {
  const { rows } = await sql<{ model: string }>`
    select c.model from contestants c join providers p on p.arena_id = c.arena_id and p.name = c.provider
      where c.arena_id = ${arenaId} and c.retired_at is null and p.type not in ('http', 'exec')
    union select v.model from judge_versions v
      join judges g on g.arena_id = v.arena_id and g.name = v.judge and g.version_sha256 = v.sha256 and g.active
      where v.arena_id = ${arenaId}
    union select spec->>'model' from checks where arena_id = ${arenaId} and active and spec->>'kind' = 'llm'
    order by 1`.execute(db)
  return rows.map(({ model }) => model)
}
