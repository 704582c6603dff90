import type { Kysely } from 'kysely'
import type { CheckRail } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Database } from '../platform/schema.ts'
import { selectChecked } from './queries.ts'
import type { Pair } from './queries.ts'

export async function checkGuardrails(db: Kysely<Database>, arena: Arena, pair: Pair): Promise<CheckRail[]> {
  const byName = Map.groupBy(await selectChecked(db, arena.id, pair), ({ name }) => name)
  return [...byName].map(([check, prompts]) => {
    const own = prompts.filter((prompt) => prompt.own).length
    const other = prompts.filter((prompt) => prompt.other).length
    return { rail: 'check', check, prompts: prompts.length, passed: [own, other], holds: own >= other }
  })
}
