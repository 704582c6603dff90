import type { Client } from 'pg'
import { statementsOf } from '../http/writes.ts'
import type { Statement } from '../http/recorded.ts'

interface Explained {
  Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number }
}

/** How much Postgres goes through for a draw and a vote in these arenas. The rows of a table, first its head. */
export async function pagesFor(
  client: Client,
  databaseUrl: string,
  slugs: readonly string[],
): Promise<string[][]> {
  const columns: { draw: number; vote: number }[] = []
  for (const slug of slugs) {
    const { draw, vote } = await statementsOf(databaseUrl, slug)
    columns.push({ draw: await pagesOf(client, draw), vote: await pagesOf(client, vote) })
  }
  return [
    ['', ...slugs],
    ['a draw', ...columns.map(({ draw }) => String(draw))],
    ['a vote', ...columns.map(({ vote }) => String(vote))],
  ]
}

async function pagesOf(client: Client, statements: readonly Statement[]): Promise<number> {
  let pages = 0
  for (const { text, values } of statements.filter((one) => /^\s*(select|insert|with)\b/i.test(one.text))) {
    await client.query('begin')
    const { rows } = await client.query<{ 'QUERY PLAN': Explained[] }>(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    )
    await client.query('rollback')
    const { Plan } = rows[0]!['QUERY PLAN'][0]!
    pages += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
  }
  return pages
}
