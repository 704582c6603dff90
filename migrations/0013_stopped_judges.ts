import { sql, type Kysely } from 'kysely'

/** By judge version, why a run sets its judgements aside, and the call with the first reply that could not be read. */
export const up = (db: Kysely<unknown>) => sql`alter table runs add column stopped_judges jsonb`.execute(db)
