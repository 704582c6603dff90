import type { Kysely } from 'kysely'
import type { CheckRail } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Database } from '../platform/schema.ts'
import { selectChecked } from './queries.ts'
import type { Pair } from './queries.ts'

export async function checkGuardrails(db: Kysely<Database>, arena: Arena, pair: Pair): Promise<CheckRail[]> {
  const byName = Map.groupBy(await selectChecked(db, arena.id, pair), ({ name }) => name)
  return [...byName].map(([check, prompts]) => {
    const challengerPassed = prompts.filter((prompt) => prompt.challenger).length
    const incumbentPassed = prompts.filter((prompt) => prompt.incumbent).length
    return {
      rail: 'check',
      check,
      prompts: prompts.length,
      passed: [challengerPassed, incumbentPassed],
      holds: challengerPassed >= incumbentPassed,
    }
  })
}
