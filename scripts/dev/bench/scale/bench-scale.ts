/** An arena of many votes beside a small one, and a thousand arenas in one database. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { openApp } from '../../../../server/open-app.ts'
import { readConfig } from '../../../../server/platform/config/config.ts'
import { connectTo } from '../../../../server/platform/postgres/database.ts'
import { openEmbeddedPostgres } from '../../../../server/platform/postgres/embedded/index.ts'
import { machine } from '../machine.ts'
import { loadManyVotes, type ManyVotes } from '../many-votes.ts'
import { startServer, type Running } from '../processes.ts'
import { seconds, table } from '../table.ts'
import { pagesFor } from './pages-read.ts'
import { sizesOf } from './sizes.ts'
import { earlyTimes, firstBoards, timesOf } from './times.ts'

export type Scale = 'short' | 'usual' | 'large'

const SMALL = { slug: 'small', votes: 1000, contestants: 10, prompts: 20 }
const BIG: Record<Scale, ManyVotes> = {
  short: { slug: 'big', votes: 3000, contestants: 12, prompts: 30 },
  usual: { slug: 'big', votes: 1_000_000, contestants: 100, prompts: 1000 },
  large: { slug: 'big', votes: 10_000_000, contestants: 1000, prompts: 100_000, answersEach: 20 },
}
const ARENAS: Record<Scale, number> = { short: 20, usual: 1000, large: 1000 }

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
    const loading = await timed(() => loadManyVotes(client, big))
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
    console.log('\nPages of 8 kB that Postgres goes through (shared buffers hit and read)')
    const { pages, scans } = await pagesFor(client, databaseUrl, [SMALL.slug, big.slug])
    console.log(table(pages))
    console.log(`\nHow ${big.slug} is reached, and the rows that returns`)
    console.log(table(scans))
    const again = scale === 'usual' ? 2 : 0
    const few = Math.min(first.time, ...(await startTimes(start, again)))
    const arenas = ARENAS[scale]
    await client.query(
      `insert into arenas (slug, title, criteria)
        select 'arena-' || n, 'Arena ' || n, '{better}' from generate_series(1, ${arenas}) n`,
    )
    await client.query('analyze arenas')
    const many = Math.min(...(await startTimes(start, again + 1)))
    console.log('\nStart of a server, until the list of arenas is answered')
    console.log(
      table([
        ['2 arenas', seconds(few)],
        [`${arenas + 2} arenas`, seconds(many)],
      ]),
    )
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

async function startTimes(start: () => Promise<Running>, count: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const { server, time } = await timedStart(start)
    await server.stop()
    times.push(time)
  }
  return times
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}
