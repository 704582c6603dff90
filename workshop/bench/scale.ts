/** An arena of many votes beside a small one in one database. Every wait has a limit, so that the benchmark ends. */
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client } from 'pg'
import { openApp } from '../../server/open-app.ts'
import { readConfig } from '../../server/platform/config/config.ts'
import { openThreadConnection } from '../../server/platform/postgres/database.ts'
import { openEmbeddedPostgres } from '../../server/platform/postgres/embedded/index.ts'
import { machine, median, seconds, table } from './figures.ts'
import { type ManyVotes, loadManyVotes } from './many-votes.ts'
import { inMegabytes, memoryOf, METRICS_TOKEN, startServer } from './servers.ts'
import { boardsOf, drawBattle, voteOn } from './visitors.ts'

type Scale = 'usual' | 'large'

const TIMES = 15
const PROGRESS_MS = 30_000
const SMALL = { slug: 'small', votes: 1000, contestants: 10, prompts: 20 }
const BIG: Record<Scale, ManyVotes> = {
  usual: { slug: 'big', votes: 1_000_000, contestants: 100, prompts: 1000 },
  large: { slug: 'big', votes: 10_000_000, contestants: 1000, prompts: 100_000, answersEach: 20 },
}

/** @param most seconds after which a board is no longer waited for */
export async function benchScale(scale: Scale, most: number): Promise<void> {
  console.log(machine())
  const folder = mkdtempSync(join(tmpdir(), 'deadheat-bench-scale-'))
  // the database's own user must enter it
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'data')
  const { connectionString: databaseUrl, close } = await openEmbeddedPostgres({ dataDir })
  const client = await openThreadConnection(databaseUrl, 'deadheat benchmark')
  try {
    await makeTables(databaseUrl)
    const big = BIG[scale]
    process.stderr.write(`${big.votes.toLocaleString('en')} votes …\n`)
    await loadManyVotes(client, SMALL)
    await loadManyVotes(client, big)
    console.log(
      `\n${big.votes.toLocaleString('en')} votes, ${big.contestants} contestants, ${big.prompts.toLocaleString('en')} prompts`,
    )
    console.log(table(await sizesOf(client)))
    const begun = performance.now()
    const server = await startServer(dataDir, {
      DATABASE_URL: databaseUrl,
      DEADHEAT_DEMO: '0',
      DEADHEAT_METRICS_TOKEN: METRICS_TOKEN,
    })
    try {
      await (await fetch(`${server.address}/api/arenas`)).arrayBuffer()
      console.log(`\nStart of a server: ${seconds((performance.now() - begun) / 1000)}`)
      const few = await timesIn(server.address, SMALL, most)
      const many = await timesIn(server.address, big, most)
      console.log('\nThe first board, and medians of draws, votes, and the time from a vote to its board')
      console.log(table([['', 'first board', 'draw', 'vote', 'board'], few, many]))
      const [now, peak] = [
        await memoryOf(server.address),
        bytesIn(`/proc/${server.pidOf('server')}/status`, 'VmHWM'),
      ]
      console.log(`\nMemory of the server: ${inMegabytes(now)}, at most ${inMegabytes(peak)}`)
      console.log(`Memory of Postgres: ${inMegabytes(await memoryOfPostgres(client))}`)
    } finally {
      await server.stop()
    }
    console.log(`\n${machine()}`)
  } finally {
    await client.end()
    await close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Of all processes of Postgres together, in bytes; what they share is counted once. */
async function memoryOfPostgres(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
  return rows.reduce((sum, { pid }) => sum + bytesIn(`/proc/${pid}/smaps_rollup`, 'Pss'), 0)
}

/** A figure of a process in a file of Linux; 0 where there is none. */
function bytesIn(file: string, name: string): number {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0)
}

async function makeTables(databaseUrl: string): Promise<void> {
  const config = readConfig({ DATABASE_URL: databaseUrl, DEADHEAT_ADMIN_TOKEN: 'token-of-the-benchmark' })
  await (await openApp(config, () => {})).close()
}

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

/** What an arena takes, once it has its first board after the start. The row of a table. */
async function timesIn(address: string, { slug }: ManyVotes, most: number): Promise<string[]> {
  process.stderr.write(`draws and votes in ${slug} …\n`)
  const boards = boardsOf(`${address}/api/arenas/${slug}/leaderboard/stream`)
  const begun = performance.now()
  const passed = () => (performance.now() - begun) / 1000
  let what = 'for its first board'
  const progress = setInterval(
    () => process.stderr.write(`  ${seconds(passed())}, waiting ${what}\n`),
    PROGRESS_MS,
  )
  const [draws, votes, refits]: number[][] = [[], [], []]
  let first: number | null = null
  try {
    await boards.until(() => true, most * 1000)
    first = passed()
    for (let n = 0; n < TIMES && passed() < most; n++) {
      what = `for the board of vote ${n + 1} of ${TIMES}`
      const before = boards.last().votes
      const drawing = performance.now()
      const drawn = await drawBattle(address, slug)
      const voting = performance.now()
      const acknowledged = await voteOn(address, drawn)
      draws!.push(voting - drawing)
      votes!.push(acknowledged - voting)
      const board = await boards.until((candidate) => candidate.votes > before, most * 1000)
      refits!.push(board.arrivedAt - acknowledged)
    }
  } catch (error) {
    if ((error as Error).name !== 'AbortError') throw error
    process.stderr.write(`  no longer waited ${what}: see --minutes\n`)
  } finally {
    clearInterval(progress)
    boards.leave()
  }
  const medians = [draws, votes, refits].map((all) => (all!.length > 0 ? seconds(median(all!) / 1000) : '–'))
  return [slug, first === null ? `over ${most} s` : seconds(first), ...medians]
}
