import type { Kysely } from 'kysely'
import type { CheckRail } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Database } from '../platform/schema.ts'
import { selectChecked } from './queries.ts'
import type { Pair } from './queries.ts'

/** A contestant with several answers to a prompt passes there by the share that passes. */
export async function checkGuardrails(db: Kysely<Database>, arena: Arena, pair: Pair): Promise<CheckRail[]> {
  const byName = Map.groupBy(await selectChecked(db, arena.id, pair), ({ name }) => name)
  return [...byName].map(([check, prompts]) => {
    const challengerPassed = total(prompts.map(({ challenger }) => challenger))
    const incumbentPassed = total(prompts.map(({ incumbent }) => incumbent))
    return {
      rail: 'check',
      check,
      prompts: prompts.length,
      passed: [challengerPassed, incumbentPassed],
      holds: challengerPassed >= incumbentPassed,
    }
  })
}

/** To two digits: shares of a prompt may be thirds. */
const total = (shares: readonly number[]): number =>
  Math.round(100 * shares.reduce((sum, share) => sum + share, 0)) / 100
