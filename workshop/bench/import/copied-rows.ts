/** The least that an import can take: COPY of the same rows into the same tables, with their indexes and constraints. */
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'

const BESIDE = ['arenas', 'contestants', 'prompts']
const MEASURED = ['battles', 'votes']

const columnsOf = async (client: Client, table: string): Promise<string> => {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ' order by ordinal_position) as names
      from information_schema.columns where table_name = $1 and table_schema = 'public' and is_generated = 'NEVER'`,
    [table],
  )
  return rows[0].names
}

async function copyOut(client: Client, table: string, folder: string, where: string): Promise<void> {
  const query = `copy (select ${await columnsOf(client, table)} from ${table} where ${where}) to stdout`
  await pipeline(client.query(copyTo(query)), createWriteStream(join(folder, table)))
}

async function copyIn(client: Client, table: string, folder: string): Promise<void> {
  const query = `copy ${table} (${await columnsOf(client, table)}) from stdin`
  await pipeline(createReadStream(join(folder, table)), client.query(copyFrom(query)))
}

/**
 * Copies one arena from a database into an empty one, in one transaction.
 * @returns the seconds for its battles and votes, out and in
 */
export async function copyArena(
  { from, into }: { from: Client; into: Client },
  slug: string,
  folder: string,
): Promise<{ out: number; in: number }> {
  const { rows } = await from.query<{ id: number }>('select id from arenas where slug = $1', [slug])
  const { id } = rows[0]
  const seconds = async (work: () => Promise<void>): Promise<number> => {
    const startedAt = performance.now()
    await work()
    return (performance.now() - startedAt) / 1000
  }
  for (const table of BESIDE)
    await copyOut(from, table, folder, table === 'arenas' ? `id = ${id}` : `arena_id = ${id}`)
  const out = await seconds(async () => {
    for (const table of MEASURED) await copyOut(from, table, folder, `arena_id = ${id}`)
  })
  for (const table of BESIDE) await copyIn(into, table, folder)
  const time = await seconds(async () => {
    await into.query('begin')
    for (const table of MEASURED) await copyIn(into, table, folder)
    await into.query('commit')
  })
  return { out, in: time }
}
