/** `npm run bench -- import [--large]`: votes in and out of an arena, against COPY of the same rows. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, createReadStream, chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import type { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { connectTo, openDatabase, type OpenDatabase } from '../../server/platform/postgres/database.ts'
import { machine, seconds, table, times } from './figures.ts'
import { writeAnswers, writeVotes } from './import-files.ts'

// A command of the terminal in its own process, with its time and its highest memory.

const ENTRY = join(import.meta.dirname, '../../scripts/deadheat.ts')
const REPORT = `data:text/javascript,process.on('exit',()=>process.stderr.write('\\nmaxRSS '+process.resourceUsage().maxRSS+'\\n'))`

interface Measured {
  seconds: number
  /** In MB. */
  memory: number
}

/**
 * @param output the file for what it prints
 * @throws {Error} if the command fails
 */
export async function measuredCommand(
  args: readonly string[],
  env: Record<string, string>,
  output?: string,
): Promise<Measured> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--import', REPORT, ENTRY, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = output ? pipeline(child.stdout, createWriteStream(output)) : text(child.stdout)
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit'), printed])
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${said}`)
  return {
    seconds: (performance.now() - startedAt) / 1000,
    memory: Number(/maxRSS (\d+)/.exec(said)![1]) / 1024,
  }
}

// The least that an import can take: COPY of the same rows into the same tables, with their indexes and constraints.

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
async function copyArena(
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
    await measuredCommand(['import', 'first', first, '--yes'], env)
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
  const brought = await measuredCommand(['import', slug, file, '--yes'], env)
  const again = await measuredCommand(['import', slug, file, '--yes'], env)
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
  const brought = await measuredCommand(['import', 'texts', file, '--yes'], env)
  const size = megabytes(statSync(file).size / 2 ** 20)
  return `\n${TEXTS.toLocaleString('en')} answers, ${size} of JSONL: ${seconds(brought.seconds)}, ${megabytes(brought.memory)} of memory`
}

const megabytes = (memory: number): string => `${Math.round(memory)} MB`

function withName({ connectionString }: OpenDatabase, name: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  return url.href
}
