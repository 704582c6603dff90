/** Imports a file of another tool into an arena of a real server, and reads the arena back. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { ColumnOptions } from '../../../../../server/transfer/formats/column-changes.ts'
import { importFiles } from '../../../../support/import-files.ts'
import type { TestApp } from '../../../../support/app.ts'

export type Row = Record<string, unknown>

export const jsonl = (...rows: Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

/** Rows as CSV, with lists and objects as JSON. */
export function csv(...rows: Row[]): string {
  const cell = (value: unknown) =>
    `"${(typeof value === 'object' ? JSON.stringify(value) : String(value ?? '')).replaceAll('"', '""')}"`
  return [Object.keys(rows[0]).join(','), ...rows.map((row) => Object.values(row).map(cell).join(','))].join(
    '\n',
  )
}

/** Imports the content of a file as the terminal does with `--yes`. */
export async function importFile(
  app: TestApp,
  slug: string,
  name: string,
  content: string | Uint8Array,
  columns: ColumnOptions = {},
) {
  // not the folder of a test: hooks import too
  const folder = await mkdtemp(join(tmpdir(), 'deadheat-'))
  const file = join(folder, name)
  await writeFile(file, content)
  try {
    return await importFiles(app.deps, { slug, file, yes: true, ...columns })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The votes of an arena as rows of its export. */
export const votesOf = (app: TestApp, arena: string): Promise<Row[]> => exported(app, arena, 'votes.json')

/** Prompts with all answers, as `prompt text → contestant#sample → answer text`. */
export async function answersOf(
  app: TestApp,
  arena: string,
): Promise<Record<string, Record<string, unknown>>> {
  const { rows } = await sql<{
    messages: { content: string }[]
    name: string
    sample: number
    text: string | null
    turns: string[] | null
  }>`
    select p.messages, c.name, x.sample, x.text, x.turns from answers x
    join arenas a on a.id = x.arena_id and a.slug = ${arena}
    join prompts p on p.arena_id = x.arena_id and p.id = x.prompt_id
    join contestants c on c.arena_id = x.arena_id and c.id = x.contestant_id
    order by p.id, c.name, x.sample`.execute(app.deps.db)
  const answers: Record<string, Record<string, unknown>> = {}
  for (const { messages, name, sample, text, turns } of rows) {
    const prompt = messages.map(({ content }) => content).join(' | ')
    const place = sample === 1 ? name : `${name}#${sample}`
    answers[prompt] = { ...answers[prompt], [place]: turns ?? text }
  }
  return answers
}

async function exported(app: TestApp, arena: string, file: string): Promise<Row[]> {
  return (await (await app.request(`/api/arenas/${arena}/export/${file}`)).json()) as Row[]
}

/** How many rows the whole database has in the tables of an import. */
export async function everything(app: TestApp): Promise<number[]> {
  const tables = ['arenas', 'contestants', 'prompts', 'answers', 'battles', 'votes']
  return Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(table)}`.execute(
        app.deps.db,
      )
      return rows[0].n
    }),
  )
}
