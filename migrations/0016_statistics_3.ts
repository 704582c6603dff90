import { sql, type Kysely } from 'kysely'

/** Boards of earlier statistics are no points of one line with those of version 3: they are counted again from the votes. */
export const up = (db: Kysely<unknown>) =>
  sql`
    delete from declared_pairs;
    delete from past_boards;
    delete from snapshots`.execute(db)
