import { sql } from 'kysely'

/**
 * SQL: the first model that replies of each judge version named. Judgements without a name count with it: a missing
 * name is no sign of another model.
 */
export const firstServed = (arenaId: number) => sql`(
  select distinct on (f.judge_version_id) f.judge_version_id as version, f.served_model as model from judgements f
  where f.arena_id = ${arenaId} and f.served_model is not null
  order by f.judge_version_id, f.finished_at, f.place)`
