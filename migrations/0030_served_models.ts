import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/** Which model a provider served for a judgement. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // as the provider named it in its last reply; null: it named none
  await sql`alter table judgements add column served_model text`.execute(db)
  await sql`
    update judgements j set served_model = c.model_reported
    from (
      select distinct on (arena_id, judgement_id) arena_id, judgement_id, model_reported from calls
      where purpose = 'judgement' and model_reported <> ''
      order by arena_id, judgement_id, status = 'ok' desc, id desc) c
    where c.arena_id = j.arena_id and c.judgement_id = j.id and j.status <> 'planned'`.execute(db)
  await sql`create index judgements_by_served_model on judgements (arena_id, judge_version_id, served_model)`.execute(
    db,
  )
}
