/** The database as Kysely sees it. Rules that must never break are constraints in migrations/. */
import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema.generated.ts'

export type { Database } from './schema.generated.ts'
export type Db = Kysely<Database>
export type Trx = Transaction<Database>
