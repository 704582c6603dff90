/** `npm run bench -- import [--large]`: votes into an arena, against COPY of the same rows. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, createReadStream, chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import type { Client } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { connectTo, openDatabase, type OpenDatabase } from '../../server/platform/postgres/database.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { machine, seconds, table, times } from './figures.ts'

// A command of the terminal in its own process, with its time and its highest memory.

const ENTRY = join(import.meta.dirname, '../../scripts/deadheat.ts')
const REPORT = `data:text/javascript,process.on('exit',()=>process.stderr.write('\\nmaxRSS '+process.resourceUsage().maxRSS+'\\n'))`

interface Measured {
  seconds: number
  /** In MB. */
  memory: number
}

/** @throws {Error} if the command fails */
async function measuredCommand(args: readonly string[], env: Record<string, string>): Promise<Measured> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--import', REPORT, ENTRY, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit'), text(child.stdout)])
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
 * @returns the seconds for its battles and votes
 */
async function copyArena(
  { from, into }: { from: Client; into: Client },
  slug: string,
  folder: string,
): Promise<number> {
  const { rows } = await from.query<{ id: number }>('select id from arenas where slug = $1', [slug])
  const { id } = rows[0]
  for (const table of [...BESIDE, ...MEASURED])
    await copyOut(from, table, folder, table === 'arenas' ? `id = ${id}` : `arena_id = ${id}`)
  for (const table of BESIDE) await copyIn(into, table, folder)
  const startedAt = performance.now()
  await into.query('begin')
  for (const table of MEASURED) await copyIn(into, table, folder)
  await into.query('commit')
  return (performance.now() - startedAt) / 1000
}

const SMALL = 100_000
const LARGE = 1_000_000
/** @param isLarge also with a million votes: takes minutes */
export async function benchImport(isLarge: boolean): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'deadheat-bench-import-'))
  chmodSync(folder, 0o755)
  console.log(machine())
  const database = await openDatabase({ dataDir: folder })
  try {
    const env = { DATABASE_URL: database.connectionString, DEADHEAT_DATA: folder }
    const first = join(folder, 'first.csv')
    await writeVotes(first, 100)
    await measuredCommand(['import', 'first', first, '--yes'], env)
    // with all tables, and without an arena
    await database.pool.query('create database copied template template0')
    await measuredCommand(['arenas'], { ...env, DATABASE_URL: withName(database, 'copied') })
    const place = { folder, env, database }
    const rows = [['votes', 'import', 'COPY', '', 'memory', 'again'], await measureFile(place, SMALL)]
    if (isLarge) rows.push(await measureFile(place, LARGE))
    console.log(table(rows))
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

async function measureFile({ folder, env, database }: Place, votes: number): Promise<string[]> {
  const slug = `votes-${votes}`
  const file = join(folder, `${slug}.csv`)
  process.stderr.write(`${slug} …\n`)
  await writeVotes(file, votes)
  const brought = await measuredCommand(['import', slug, file, '--yes'], env)
  const again = await measuredCommand(['import', slug, file, '--yes'], env)
  const from = await database.connect()
  const into = await connectTo(withName(database, 'copied'), 'deadheat bench')
  const copied = await copyArena({ from, into }, slug, folder)
  await from.end()
  await into.end()
  return [
    votes.toLocaleString('en'),
    seconds(brought.seconds),
    seconds(copied),
    times(brought.seconds / copied),
    `${Math.round(Math.max(brought.memory, again.memory))} MB`,
    seconds(again.seconds),
  ]
}

function withName({ connectionString }: OpenDatabase, name: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  return url.href
}

const FLUSH = 1 << 20
const [CONTESTANTS, PROMPTS, VOTERS] = [100, 10_000, 20_000]
const START = 1_767_225_600

/** Writes votes of voters on prompts, each with an id and a time, as CSV. The same number gives the same file everywhere. */
export async function writeVotes(path: string, votes: number): Promise<void> {
  const stream = new RandomStream(votes, 0)
  const below = (count: number) => Math.floor(count * stream.uniform())
  const file = createWriteStream(path)
  let text = 'id,question_id,model_a,model_b,winner,judge,tstamp,category\n'
  for (let vote = 0; vote < votes; vote++) {
    const a = below(CONTESTANTS)
    const b = (a + 1 + below(CONTESTANTS - 1)) % CONTESTANTS
    const prompt = below(PROMPTS)
    const winner = ['model_a', 'model_b', 'tie'][below(3)]
    text += `vote-${vote},q${prompt},model-${a},model-${b},${winner},voter-${below(VOTERS)},${START + vote},category-${prompt % 7}\n`
    if (text.length < FLUSH) continue
    if (!file.write(text)) await once(file, 'drain')
    text = ''
  }
  file.end(text)
  await once(file, 'finish')
}
