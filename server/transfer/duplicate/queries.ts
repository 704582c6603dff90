/** Copies rows of one arena into another, with new ids. */
import { sql } from 'kysely'
import type { RawBuilder, Transaction } from 'kysely'
import type { Database } from '../../platform/schema.ts'

/** The tables that a duplicate has rows of, each after those that it refers to. */
export const COPIED = [
  'providers',
  'contestants',
  'pictures',
  'prompts',
  'rubrics',
  'judges',
  'judge_versions',
  'checks',
  'answers',
  'leaks',
] as const

interface Pair {
  from: number
  to: number
}

/** Copies the rows of all these tables. @returns how many, by table */
export async function copyRows(
  trx: Transaction<Database>,
  pair: Pair,
): Promise<Record<(typeof COPIED)[number], number>> {
  const counts: [string, number][] = []
  for (const table of COPIED) {
    const columns = await columnsOf(trx, table)
    const names = sql.join(columns.filter((name) => name !== 'id').map((name) => sql.ref(name)))
    const values = sql.join(columns.filter((name) => name !== 'id').map((name) => valueOf(name, pair)))
    const order = columns.includes('id') ? sql`order by t.id` : sql``
    const { numAffectedRows } = await sql`
      insert into ${sql.table(table)} (arena_id, ${names})
      select ${pair.to}::integer, ${values} from ${sql.table(table)} t where t.arena_id = ${pair.from} ${order}`.execute(
      trx,
    )
    counts.push([table, Number(numAffectedRows)])
  }
  return Object.fromEntries(counts) as Record<(typeof COPIED)[number], number>
}

/** All columns but the arena. */
async function columnsOf(trx: Transaction<Database>, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' and attname <> 'arena_id' order by attnum`.execute(trx)
  return rows.map(({ name }) => name)
}

/** The value of a column in the copy of row `t`: what refers to a row of the arena refers to its copy. */
function valueOf(name: string, pair: Pair): RawBuilder<unknown> {
  if (name === 'prompt_id') return copyOf('prompts', 'key', sql.ref('t.prompt_id'), pair)
  if (name === 'contestant_id') return copyOf('contestants', 'slug', sql.ref('t.contestant_id'), pair)
  if (name === 'answer_id') return copyOfAnswer(pair)
  return sql.ref(`t.${name}`)
}

const copyOf = (table: string, key: string, id: RawBuilder<unknown>, { from, to }: Pair) => sql`
  (select n.id from ${sql.table(table)} o join ${sql.table(table)} n
    on n.arena_id = ${to} and ${sql.ref(`n.${key}`)} = ${sql.ref(`o.${key}`)}
    where o.arena_id = ${from} and o.id = ${id})`

const copyOfAnswer = (pair: Pair) => sql`
  (select b.id from answers a join answers b on b.arena_id = ${pair.to} and b.sample = a.sample
      and b.prompt_id = ${copyOf('prompts', 'key', sql.ref('a.prompt_id'), pair)}
      and b.contestant_id = ${copyOf('contestants', 'slug', sql.ref('a.contestant_id'), pair)}
    where a.arena_id = ${pair.from} and a.id = t.answer_id)`
