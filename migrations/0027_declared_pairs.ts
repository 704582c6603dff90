import { sql, type Kysely } from 'kysely'

/** Boards say since when their winner has won. Nothing reads since when each pair has been in order. */
export const up = (db: Kysely<unknown>) => sql`drop table declared_pairs`.execute(db)
