import { sql, type Kysely } from 'kysely'

/** What a version of a judge showed in its first calls, and the form of reply that it holds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table judge_versions add column trial jsonb`.execute(db)
  // a judge that was stopped is tried again: the reasons of earlier stops have another form
  await sql`update runs set stopped_judges = null where stopped_judges is not null`.execute(db)
}
