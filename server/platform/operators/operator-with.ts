import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import type { Operator } from './operator.ts'

/** What named tokens look like. Other texts are not looked up. */
const NAMED_TOKEN = /^dht_[\w-]{32}$/

/** The hash that is stored. A token is 192 random bits, so nobody finds it from a plain hash. */
export const hashOfOperatorToken = (token: string): string =>
  createHash('sha256').update(token).digest('base64url')

/** Who has this token; null: nobody, or the token was withdrawn. */
export async function operatorWith(db: Kysely<Database>, token: string): Promise<Operator | null> {
  if (!NAMED_TOKEN.test(token)) return null
  const operator = await db
    .selectFrom('operator_tokens')
    .select(['name', 'role'])
    .where('token_hash', '=', hashOfOperatorToken(token))
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return operator ?? null
}
