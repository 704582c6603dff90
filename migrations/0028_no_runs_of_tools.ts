import { sql, type Kysely } from 'kysely'

/** No export for another tool needs the ids of its runs. */
export const up = (db: Kysely<unknown>) => sql`alter table answers drop column run`.execute(db)
