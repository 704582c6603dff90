/** Ten real arenas in one database: what the planner knows of those before slows down none of those that follow. */
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../server/platform/postgres/database.ts'
import { importInto, openImport } from '../../../server/transfer/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { createTestDatabase } from '../../support/database.ts'
import { hasReferenceData } from '../../shared/stats/reference.ts'

const folder = process.env['DEADHEAT_REFERENCE_DATA'] ?? ''
/** Many times what any statement takes if it goes through its rows once; joining all rows with all takes an hour. */
const LIMIT = '60s'

const withTexts = (name: string, votes: string) => ({
  votes: `${name}/${votes}`,
  prompts: `${name}/prompts.jsonl`,
  answers: `${name}/outputs.jsonl`,
})

/** Each arena with its files and how many votes it has. */
const ARENAS = {
  llmfao: { ...withTexts('llmfao', 'battles_human.jsonl'), count: 8931 },
  mtbench: { ...withTexts('mtbench_en_llmjudge', 'battles.jsonl'), count: 7171 },
  alpacaeval: { ...withTexts('alpacaeval', 'battles_judge.jsonl'), count: 12_069 },
  'judged-by-gpt4': { ...withTexts('llmfao', 'battles_gpt4.jsonl'), count: 2139 },
  'judged-by-gpt3': { ...withTexts('llmfao', 'battles_gpt3.jsonl'), count: 2139 },
  baseball: { votes: 'classic/baseball1987.battles.jsonl', count: 273 },
  citations: { votes: 'classic/citations1994.battles.jsonl', count: 3727 },
  sound: { votes: 'classic/soundfields1984.battles.jsonl', count: 560 },
  'pandalm-people': { votes: 'pandalm/battles_human.jsonl', count: 2997 },
  'pandalm-judges': { votes: 'pandalm/battles_judges.jsonl', count: 1973 },
}
type Name = keyof typeof ARENAS
const NAMES = Object.keys(ARENAS) as Name[]

let app: TestApp
let leave: () => Promise<void> = async () => {}
afterEach(async () => {
  await app?.close()
  await leave()
})

async function openApp(): Promise<void> {
  const made = await createTestDatabase()
  const { name } = (await made.pool.query('select current_database() as name')).rows[0]
  await made.pool.query(`alter database ${name} set statement_timeout = '${LIMIT}'`)
  const database = await openDatabase({ databaseUrl: made.connectionString, dataDir: '.' })
  leave = async () => {
    await database.close()
    await made.close()
  }
  app = await createTestApp({ database, clock: 'runs' })
}

async function importFiles(slug: Name): Promise<number> {
  const { votes, ...texts }: { votes: string; prompts?: string; answers?: string } = ARENAS[slug]
  const path = (file: string | undefined) => (file === undefined ? undefined : join(folder, file))
  const { incoming, close } = await openImport({
    slug,
    file: path(votes)!,
    prompts: path(texts.prompts),
    answers: path(texts.answers),
    strict: false,
    orders: 'merge',
    stdin: Readable.from([]),
    onProgress: () => {},
  })
  return importInto(app.deps, incoming)
    .then(({ votesAdded }) => votesAdded)
    .finally(close)
}

describe.skipIf(!hasReferenceData)('ten arenas in one database', () => {
  it.each([
    ['texts first, and the planner knows the first arena alone', NAMES, 1],
    ['texts last, and the planner knows each arena once it is there', NAMES.toReversed(), NAMES.length],
  ])('are imported and have their boards: %s', async (_, names, known) => {
    await openApp()
    for (const [n, name] of names.entries()) {
      expect([name, await importFiles(name)]).toEqual([name, ARENAS[name].count])
      if (n < known) await sql`analyze`.execute(app.deps.db)
      await app.settle()
    }
    const { rows } = await sql<{ boards: number }>`
      select count(distinct arena_id)::int as boards from snapshots`.execute(app.deps.db)
    expect(rows[0]!.boards).toBe(names.length)
  })
})
