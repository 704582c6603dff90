/** An arena of many votes beside a small one in one database. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { drawBattle, voteOn, boardsOf } from './visitors.ts'
import { type ManyVotes, loadManyVotes } from './many-votes.ts'
import { median, seconds, machine, table } from './figures.ts'
import { openApp } from '../../server/open-app.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { connectTo } from '../../server/platform/postgres/database.ts'
import { openEmbeddedPostgres } from '../../server/platform/postgres/embedded/index.ts'
import { startServer, type Running } from './servers.ts'

// What a server takes for an arena. Every wait has a limit, so that the benchmark ends.

const TIMES = 15
const IMPORTED = 1000

/** Where an arena is served. */
interface Place {
  address: string
  /** For files. */
  folder: string
  /** Of commands on the same database. */
  env: Record<string, string>
  /** Seconds after which an answer or a board is no longer waited for. */
  most: number
}

/** In seconds; null: not within the limit. */
type Times = Record<keyof typeof NAMES, number | null>

const NAMES = {
  page: 'page of the board, first time after a change',
  contestant: 'page of a contestant, first time after a change',
  arenas: '/api/arenas, first time after a change',
  draw: 'draw, median',
  vote: 'vote, median',
  refit: 'from a vote to its board, median',
  exported: 'export of votes, first byte',
  imported: `import of ${IMPORTED.toLocaleString('en')} votes, as a command`,
}

/** What each arena takes, in turn. The rows of a table, first its head. */
async function timesOf(place: Place, small: ManyVotes, big: ManyVotes): Promise<string[][]> {
  const [few, many] = [await timesIn(place, small), await timesIn(place, big)]
  const cell = (time: number | null) => inTime(time, place.most)
  return [
    ['', small.slug, big.slug],
    ...Object.entries(NAMES).map(([key, name]) => [
      name,
      cell(few[key as keyof Times]),
      cell(many[key as keyof Times]),
    ]),
  ]
}

/** Draws and votes in a row, as after a start: the first, the median and the slowest. The rows of a table, first its head. */
async function earlyTimes(address: string, slugs: readonly string[]): Promise<string[][]> {
  const rows = [['', 'first', 'median', 'slowest']]
  for (const slug of slugs) {
    say(`draws in ${slug}, beside the jobs of the start …`)
    const { draws, votes } = await drawsAndVotes(address, slug)
    for (const [name, all] of [
      [`draw, ${slug}`, draws],
      [`vote, ${slug}`, votes],
    ] as const)
      rows.push([name, seconds(all[0]!), seconds(median(all)), seconds(Math.max(...all))])
  }
  return rows
}

async function drawsAndVotes(
  address: string,
  slug: string,
  before: () => void = () => {},
  after = async () => {},
) {
  const [draws, votes]: [number[], number[]] = [[], []]
  for (let n = 0; n < TIMES; n++) {
    before()
    const begun = performance.now()
    const drawn = await drawBattle(address, slug)
    const voting = performance.now()
    const acknowledged = await voteOn(address, drawn)
    draws.push((voting - begun) / 1000)
    votes.push((acknowledged - voting) / 1000)
    await after()
  }
  return { draws, votes }
}

/** The first board of each arena after a start, beside all else that a start does. The rows of a table, first its head. */
async function firstBoards({ address, most }: Place, arenas: readonly ManyVotes[]): Promise<string[][]> {
  const rows = arenas.map(async ({ slug, votes }) => {
    const boards = boardsOf(`${address}/api/arenas/${slug}/leaderboard/stream`)
    const wait = (isWanted: Parameters<typeof boards.until>[0]) =>
      timed(() => boards.until(isWanted, most * 1000))
    const first = await wait((board) => board.votes >= votes)
    boards.leave()
    return [slug, inTime(first, most)]
  })
  return [['', 'first board'], ...(await Promise.all(rows))]
}

const inTime = (time: number | null, most: number) =>
  time === null ? `over ${seconds(most)}` : seconds(time)

async function timesIn(place: Place, arena: ManyVotes): Promise<Times> {
  const { address, most } = place
  const { slug } = arena
  const limit = () => AbortSignal.timeout(most * 1000)
  const get = async (path: string) =>
    void (await (await fetch(address + path, { signal: limit() })).arrayBuffer())
  const boards = boardsOf(`${address}/api/arenas/${slug}/leaderboard/stream`)
  say(`draws and votes in ${slug} …`)
  const isThere = (await timed(() => boards.until(() => true, most * 1000))) !== null
  const refits: (number | null)[] = []
  let before = 0
  const { draws, votes } = await drawsAndVotes(
    address,
    slug,
    () => (before = isThere ? boards.last().votes : 0),
    async () => {
      // one board that does not come is enough
      if (isThere && !refits.includes(null))
        refits.push(await timed(() => boards.until((board) => board.votes > before, most * 1000)))
    },
  )
  boards.leave()
  say(`pages, export and import of ${slug} …`)
  return {
    page: await timed(() => get(`/a/${slug}`)),
    contestant: await timed(() => get(`/api/arenas/${slug}/contestants/model-1`)),
    arenas: await timed(() => get('/api/arenas')),
    draw: median(draws),
    vote: median(votes),
    refit: !isThere || refits.includes(null) ? null : median(refits as number[]),
    exported: await timed(() => firstByte(`${address}/api/arenas/${slug}/export/votes.csv`, limit())),
    imported: await importVotes(place, arena),
  }
}

async function firstByte(url: string, limit: AbortSignal): Promise<void> {
  const leaving = new AbortController()
  const signal = AbortSignal.any([leaving.signal, limit])
  const reader = (await fetch(url, { signal })).body!.getReader()
  await reader.read()
  leaving.abort()
}

/** Seconds of the command that imports a file of votes on known prompts and contestants. */
async function importVotes(
  { folder, env }: Place,
  { slug, contestants, prompts }: ManyVotes,
): Promise<number> {
  const file = join(folder, `${slug}.csv`)
  const name = (n: number) => `model-${String(1 + (n % contestants)).padStart(4, '0')}`
  const rows = Array.from({ length: IMPORTED }, (_, n) =>
    [`vote-${n}`, `q${1 + (n % prompts)}`, name(n), name(n + 1), n % 2 === 0 ? 'model_a' : 'model_b'].join(
      ',',
    ),
  )
  await writeFile(file, ['id,question_id,model_a,model_b,winner', ...rows, ''].join('\n'))
  return (await measuredCommand(['import', slug, file, '--yes'], env)).seconds
}

/** Null if the limit ended it. */
async function timed(work: () => Promise<unknown>): Promise<number | null> {
  const begun = performance.now()
  try {
    await work()
  } catch (error) {
    if (['AbortError', 'TimeoutError'].includes((error as Error).name)) return null
    throw error
  }
  return (performance.now() - begun) / 1000
}

const say = (line: string) => void process.stderr.write(`${line}\n`)

/** The largest tables with their indexes, and the whole database. The rows of a table, first its head. */
async function sizesOf(client: Client): Promise<string[][]> {
  const { rows } = await client.query<{ name: string; rows: number; heap: string; indexes: string }>(
    `select relname as name, reltuples::float8 as rows, pg_size_pretty(pg_table_size(oid)) as heap,
      pg_size_pretty(pg_indexes_size(oid)) as indexes
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    order by pg_total_relation_size(oid) desc limit 4`,
  )
  const whole = await client.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  )
  return [
    ['table', 'rows', 'data', 'indexes'],
    ...rows.map(({ name, rows: count, heap, indexes }) => [name, count.toLocaleString('en'), heap, indexes]),
    ['database', '', whole.rows[0]!.size, ''],
  ]
}

type Scale = 'short' | 'usual' | 'large'

const SMALL = { slug: 'small', votes: 1000, contestants: 10, prompts: 20 }
const BIG: Record<Scale, ManyVotes> = {
  short: { slug: 'big', votes: 3000, contestants: 12, prompts: 30 },
  usual: { slug: 'big', votes: 1_000_000, contestants: 100, prompts: 1000 },
  large: { slug: 'big', votes: 10_000_000, contestants: 1000, prompts: 100_000, answersEach: 20 },
}

/** @param most seconds after which jobs, and each board, are no longer waited for */
export async function benchScale(scale: Scale, most: number): Promise<void> {
  console.log(machine())
  const folder = mkdtempSync(join(tmpdir(), 'deadheat-bench-scale-'))
  // the database's own user must enter it
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'data')
  const { connectionString: databaseUrl, close } = await openEmbeddedPostgres({ dataDir })
  const start = () => startServer({ DEADHEAT_DATA: dataDir, DATABASE_URL: databaseUrl, DEADHEAT_DEMO: '0' })
  const client = await connectTo(databaseUrl, 'deadheat benchmark')
  try {
    await makeTables(databaseUrl)
    const big = BIG[scale]
    process.stderr.write(`${big.votes.toLocaleString('en')} votes …\n`)
    await loadManyVotes(client, SMALL)
    const loading = await secondsOf(() => loadManyVotes(client, big))
    console.log(
      `\n${big.votes.toLocaleString('en')} votes, ${big.contestants} contestants, ${big.prompts.toLocaleString('en')} prompts: written in ${seconds(loading)}`,
    )
    console.log(table(await sizesOf(client)))
    const first = await timedStart(start)
    try {
      const env = { DATABASE_URL: databaseUrl, DEADHEAT_DATA: dataDir }
      const place = { address: first.server.address, folder, env, most }
      console.log(`\nStart of a server, until the list of arenas is answered: ${seconds(first.time)}`)
      const boards = firstBoards(place, [SMALL, big])
      console.log(
        `\nDraws and votes right after the start, beside its jobs, in an arena of ${SMALL.votes} votes, ${SMALL.contestants} contestants, ${SMALL.prompts} prompts and in the big one`,
      )
      console.log(table(await earlyTimes(first.server.address, [SMALL.slug, big.slug])))
      console.log(`\nJobs of the start: ${await jobsEnd(client, most)}`)
      console.log('\nBoards after the start, beside all that')
      console.log(table(await boards))
      console.log('\nTimes after that')
      console.log(table(await timesOf(place, SMALL, big)))
    } finally {
      await first.server.stop()
    }
    console.log(`\n${machine()}`)
  } finally {
    await client.end()
    await close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

async function makeTables(databaseUrl: string): Promise<void> {
  const config = readConfig({ DATABASE_URL: databaseUrl, DEADHEAT_ADMIN_TOKEN: 'token-of-the-benchmark' })
  await (await openApp(config, () => {})).close()
}

/**
 * Waits until texts are searched for leaks and the days before are in the chain, as after an import, or the limit is
 * over. @returns how long it took, and which jobs are left
 */
async function jobsEnd(client: Client, most: number): Promise<string> {
  const begun = performance.now()
  for (let said = 0; ;) {
    const { rows } = await client.query<{ task: string }>(
      'select distinct task_identifier as task from graphile_worker.jobs where run_at <= now() order by 1',
    )
    const left = rows.map(({ task }) => task).join(', ')
    const waited = (performance.now() - begun) / 1000
    if (left === '') return `ended ${seconds(waited)} later`
    if (waited > most) return `${left} not ended ${seconds(waited)} later`
    if (waited > said + 30) process.stderr.write(`waiting for ${left}, ${seconds((said = waited))} …\n`)
    await sleep(500)
  }
}

async function timedStart(start: () => Promise<Running>): Promise<{ server: Running; time: number }> {
  const begun = performance.now()
  const server = await start()
  await (await fetch(`${server.address}/api/arenas`)).arrayBuffer()
  return { server, time: (performance.now() - begun) / 1000 }
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

// A command of the terminal in its own process, with its time and its highest memory.

const ENTRY = join(import.meta.dirname, '../../scripts/deadheat.ts')
const REPORT = `data:text/javascript,process.on('exit',()=>process.stderr.write('\\nmaxRSS '+process.resourceUsage().maxRSS+'\\n'))`

/**
 * @param output the file for what it prints
 * @returns its memory is in MB
 * @throws {Error} if the command fails
 */
async function measuredCommand(
  args: readonly string[],
  env: Record<string, string>,
  output?: string,
): Promise<{ seconds: number; memory: number }> {
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
