import type { Kysely, Transaction } from 'kysely'

/**
 * The database as Kysely sees it. The tables.ts of each domain adds the tables that the domain writes. Rules that must
 * never break are constraints in migrations/.
 */
export interface Database {}

export type Db = Kysely<Database>
export type Trx = Transaction<Database>
