import { sql, type Kysely } from 'kysely'

/** What nothing reads any more: the chain of daily digests, schedules, and notices with a state of delivery. */
export const up = (db: Kysely<unknown>) =>
  sql`
    drop table chain_leaves, chain_digests, chain_keys, voter_commitments;
    drop function refuse_change_of_chain();
    drop table schedule_occurrences, schedule_entries;
    update arenas set settings = settings - 'schedule' where settings ? 'schedule';
    drop table notices;
    delete from settings where name = 'notices_since'`.execute(db)
