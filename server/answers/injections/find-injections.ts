import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Transaction, type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/schema.ts'
import { INJECTION_RULES, injectionIn } from './injection-in.ts'
import { textsOf } from '../text-queries.ts'

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

/** Answers after an id that these rules have not searched, in the order of their ids. */
async function selectUnsearched(
  db: Kysely<Database>,
  arenaId: number,
  only: number | null,
  rules: string,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number; texts: string[] }[]> {
  // one contestant's answers have an index
  const ofContestant = only === null ? sql`` : sql`and contestant_id = ${only}`
  const { rows } = await sql<{ id: number; texts: string[] }>`
    select id, ${textsOf('answers')} as texts
    from answers where arena_id = ${arenaId} ${ofContestant} and id > ${after} and injection_rules is distinct from ${rules}
    order by id limit ${limit}`.execute(db)
  return rows
}

/** Records what was found in answers. Null: nothing. @param results in the order of their ids */
async function recordInjections(
  trx: Transaction<Database>,
  arenaId: number,
  rules: string,
  results: readonly { id: number; words: string | null }[],
): Promise<void> {
  // with the range, Postgres reads only these answers instead of all of the arena
  await sql`
    update answers a set injection = r.words, injection_rules = ${rules}
    from unnest(${results.map(({ id }) => id)}::integer[], ${results.map(({ words }) => words)}::text[]) as r (id, words)
    where a.arena_id = ${arenaId} and a.id = r.id
      and a.id between ${results[0]!.id} and ${results.at(-1)!.id}`.execute(trx)
}
