import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import { INJECTION_RULES, injectionIn } from './injection-in.ts'
import { recordInjections, selectUnsearched } from './injection-queries.ts'

/** Answers that are read at once. */
const PORTION = 100
/** Characters that are searched before other work of the process gets a turn: about 60 ms. */
const CHARACTERS_A_TURN = 100_000
/** Long texts are searched in parts, which share this number of characters. */
const OVERLAP = 1000

/**
 * Searches every answer of the arena that these rules have not searched for words that speak to a judge.
 * @param only the contestant whose answers alone are searched; null: all answers
 * @returns how many answers have such words
 */
export async function findInjections(
  trx: Transaction<Database>,
  arenaId: number,
  only: number | null = null,
): Promise<number> {
  let found = 0
  let searched = 0
  for (let after = 0; ;) {
    const answers = await selectUnsearched(trx, arenaId, only, INJECTION_RULES, { after, limit: PORTION })
    if (answers.length === 0) return found
    after = answers.at(-1)!.id
    const results: { id: number; words: string | null }[] = []
    for (const { id, texts } of answers) {
      let words: string | null = null
      for (const part of texts.flatMap(partsOf)) {
        words ??= injectionIn(part)
        searched += part.length
        if (searched < CHARACTERS_A_TURN) continue
        searched = 0
        await nextTurn()
      }
      if (words !== null) found++
      results.push({ id, words })
    }
    await recordInjections(trx, arenaId, INJECTION_RULES, results)
  }
}

function partsOf(text: string): string[] {
  const step = CHARACTERS_A_TURN - OVERLAP
  const parts = Math.max(1, Math.ceil((text.length - OVERLAP) / step))
  return Array.from({ length: parts }, (_, part) => text.slice(part * step, part * step + CHARACTERS_A_TURN))
}
