/** `npm run bench -- import [--large]`: votes in and out of an arena, against COPY of the same rows. */
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectTo, openDatabase, type OpenDatabase } from '../../../../server/platform/postgres/database.ts'
import { machine } from '../machine.ts'
import { seconds, table, times } from '../table.ts'
import { copyArena } from './copied-rows.ts'
import { writeAnswers, writeVotes } from './files.ts'
import { measuredCommand } from './measured-command.ts'

const SMALL = 100_000
const LARGE = 1_000_000
/** Answers, and the characters of each: together a gigabyte. */
const [TEXTS, CHARACTERS] = [54_000, 20_000]

/** @param isLarge also with a million votes: takes minutes */
export async function benchImport(isLarge: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'deadheat-bench-import-'))
  chmodSync(folder, 0o755)
  console.log(machine())
  const database = await openDatabase({ dataDir: folder })
  try {
    const env = { DATABASE_URL: database.connectionString, DEADHEAT_DATA: folder }
    const first = join(folder, 'first.csv')
    await writeVotes(first, 100, 'csv')
    await measuredCommand(['import', 'first', first], env)
    // with all tables, and without an arena
    await database.pool.query('create database copied template template0')
    await measuredCommand(['arenas'], { ...env, DATABASE_URL: withName(database, 'copied') })
    const rows = [
      ['votes', 'file', 'import', 'COPY in', '', 'memory', 'again', 'export', 'COPY out', '', 'memory'],
    ]
    const place = { folder, env, database }
    for (const format of ['csv', 'jsonl'] as const) rows.push(await measureFile(place, SMALL, format))
    if (isLarge) rows.push(await measureFile(place, LARGE, 'csv'))
    console.log(table(rows))
    if (isLarge) console.log(await measureTexts(place))
  } finally {
    await database.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

interface Place {
  folder: string
  env: Record<string, string>
  database: OpenDatabase
}

async function measureFile(
  { folder, env, database }: Place,
  votes: number,
  format: 'csv' | 'jsonl',
): Promise<string[]> {
  const slug = `${format}-${votes}`
  const file = join(folder, `${slug}.${format}`)
  process.stderr.write(`${slug} …\n`)
  await writeVotes(file, votes, format)
  const brought = await measuredCommand(['import', slug, file], env)
  const again = await measuredCommand(['import', slug, file], env)
  const out = await measuredCommand(['export', slug, 'votes', '--format', format], env, `${file}.out`)
  const from = await database.connect()
  const into = await connectTo(withName(database, 'copied'), 'deadheat bench')
  const copied = await copyArena({ from, into }, slug, folder)
  await from.end()
  await into.end()
  return [
    votes.toLocaleString('en'),
    format,
    seconds(brought.seconds),
    seconds(copied.in),
    times(brought.seconds / copied.in),
    megabytes(Math.max(brought.memory, again.memory)),
    seconds(again.seconds),
    seconds(out.seconds),
    seconds(copied.out),
    times(out.seconds / copied.out),
    megabytes(out.memory),
  ]
}

/** The time and memory for a file of long answers. */
async function measureTexts({ folder, env }: Place): Promise<string> {
  const file = join(folder, 'answers.jsonl')
  await writeAnswers(file, TEXTS, CHARACTERS)
  const brought = await measuredCommand(['import', 'texts', file], env)
  const size = megabytes(statSync(file).size / 2 ** 20)
  return `\n${TEXTS.toLocaleString('en')} answers, ${size} of JSONL: ${seconds(brought.seconds)}, ${megabytes(brought.memory)} of memory`
}

const megabytes = (memory: number): string => `${Math.round(memory)} MB`

function withName({ connectionString }: OpenDatabase, name: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  return url.href
}
