import { sql, type Kysely } from 'kysely'

/** What nothing reads any more: the chain of daily digests. */
export const up = (db: Kysely<unknown>) =>
  sql`
    drop table chain_leaves, chain_digests, chain_keys, voter_commitments;
    drop function refuse_change_of_chain()`.execute(db)
