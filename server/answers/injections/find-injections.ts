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

/** What to search: every answer, unless given. */
export interface InjectionSearch {
  /** The contestant whose answers alone are searched; null: all answers. */
  only?: number | null
  /** The id of the answer after which the search begins. */
  after?: number
  /** Answers after which the search stops. */
  most?: number
}

/**
 * Searches answers of the arena that these rules have not searched for words that speak to a judge.
 * @returns the answer after which the search goes on; null: everything was searched
 */
export async function findInjections(
  trx: Transaction<Database>,
  arenaId: number,
  { only = null, after: start = 0, most = Infinity }: InjectionSearch = {},
): Promise<number | null> {
  let searched = 0
  let count = 0
  for (let after = start; ;) {
    const answers = await selectUnsearched(trx, arenaId, only, INJECTION_RULES, { after, limit: PORTION })
    if (answers.length === 0) return null
    after = answers.at(-1)!.id
    count += answers.length
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
      results.push({ id, words })
    }
    await recordInjections(trx, arenaId, INJECTION_RULES, results)
    if (count >= most) return after
  }
}

function partsOf(text: string): string[] {
  const step = CHARACTERS_A_TURN - OVERLAP
  const parts = Math.max(1, Math.ceil((text.length - OVERLAP) / step))
  return Array.from({ length: parts }, (_, part) => text.slice(part * step, part * step + CHARACTERS_A_TURN))
}
