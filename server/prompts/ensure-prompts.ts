import type { Transaction } from 'kysely'
import { touchArena } from '../arenas/index.ts'
import type { Database } from '../platform/schema.ts'
import { insertPromptsIn } from './queries.ts'
import type { NamedPrompts } from './queries.ts'

/**
 * Adds prompts without texts for the keys that the arena does not have, and categories to prompts that have none. Unlike
 * `putPrompts` it works inside the database, for any number of keys.
 */
export async function ensurePrompts(
  trx: Transaction<Database>,
  arenaId: number,
  named: NamedPrompts,
): Promise<void> {
  if (await insertPromptsIn(trx, arenaId, named)) await touchArena(trx, arenaId)
}
