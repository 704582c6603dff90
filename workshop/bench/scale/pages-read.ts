import type { Client } from 'pg'
import { statementsOf } from '../http/writes.ts'
import type { Statement } from '../http/recorded.ts'

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

interface Explained {
  Plan: Node
}

/** What Postgres does for one request in one arena. */
interface Work {
  /** Of 8 kB, found in memory or read. */
  pages: number
  scans: Scan[]
}

interface Scan {
  how: string
  rows: number
}

/** What Postgres does for a draw and a vote. Both are the rows of a table, first its head. */
export interface Pages {
  pages: string[][]
  /** How each table is reached in the last of the arenas, and how many rows that returns. */
  scans: string[][]
}

/** What Postgres goes through for a draw and a vote in these arenas. */
export async function pagesFor(
  client: Client,
  databaseUrl: string,
  slugs: readonly string[],
): Promise<Pages> {
  const columns: { draw: Work; vote: Work }[] = []
  for (const slug of slugs) {
    const { draw, vote } = await statementsOf(databaseUrl, slug)
    columns.push({ draw: await workOf(client, draw), vote: await workOf(client, vote) })
  }
  const pages = (kind: 'draw' | 'vote') => columns.map((column) => String(column[kind].pages))
  const scans = (kind: 'draw' | 'vote') =>
    (columns.at(-1)?.[kind].scans ?? []).map(({ how, rows }) => [`a ${kind}: ${how}`, String(rows)])
  return {
    pages: [
      ['', ...slugs],
      ['a draw', ...pages('draw')],
      ['a vote', ...pages('vote')],
    ],
    scans: [['', 'rows'], ...scans('draw'), ...scans('vote')],
  }
}

async function workOf(client: Client, statements: readonly Statement[]): Promise<Work> {
  const work: Work = { pages: 0, scans: [] }
  for (const { text, values } of statements.filter((one) => /^\s*(select|insert|with)\b/i.test(one.text))) {
    await client.query('begin')
    const { rows } = await client.query<{ 'QUERY PLAN': Explained[] }>(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    )
    await client.query('rollback')
    const { Plan } = rows[0]!['QUERY PLAN'][0]!
    work.pages += Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']
    work.scans.push(...scansIn(Plan))
  }
  return work
}

function scansIn(node: Node): Scan[] {
  const below = (node.Plans ?? []).flatMap(scansIn)
  if (!node['Node Type'].endsWith('Scan')) return below
  const place = [node['Index Name'], node['Relation Name']].filter(Boolean).join(' of ')
  const rows = Math.round(node['Actual Rows'] * node['Actual Loops'])
  return place ? [{ how: `${node['Node Type']}, ${place}`, rows }, ...below] : below
}
