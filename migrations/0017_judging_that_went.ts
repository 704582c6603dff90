import { sql, type Kysely } from 'kysely'

/** Judges no longer ask for log-probabilities, and runs no longer draw contenders more often: an open one goes on evenly. */
export const up = (db: Kysely<unknown>) =>
  sql`
    alter table judges drop column logprobs;
    update runs set plan = plan - 'focus' where plan ? 'focus'`.execute(db)
