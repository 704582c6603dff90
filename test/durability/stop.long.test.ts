/** A server is stopped: it waits only so long for a job. */
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openThreadConnection } from '../../server/platform/postgres/database.ts'
import { Voters } from '../../workshop/chaos/voters.ts'
import { createTestDatabase } from '../support/database.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const ARENA = 'support-replies'

test('a job that takes longer than the stop is left, and done by the next server', async () => {
  const databaseUrl = await database()
  const { server, address, errors } = await startServer(databaseUrl)
  const before = await votesOnBoard(address)
  const holder = await openThreadConnection(databaseUrl, 'test')
  onTestFinished(() => holder.end())
  await holder.query('begin')
  await holder.query('lock table snapshots in exclusive mode')
  const voters = new Voters(1, ARENA, () => address)
  await voters.cast(1)
  await voters.stop()
  const waits = `select 1 from pg_locks where relation = 'snapshots'::regclass and not granted`
  await expect.poll(async () => (await holder.query(waits)).rowCount, { timeout: 20_000 }).toBeGreaterThan(0)
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(await errors).toContain(
    'deadheat: stopped without waiting longer than 8 s for a job. It begins again at the next start.',
  )
  await holder.query('rollback')
  const next = await startServer(databaseUrl)
  await expect.poll(() => votesOnBoard(next.address), { timeout: 20_000 }).toBe(before + voters.ledger.length)
})

async function votesOnBoard(address: string): Promise<number> {
  const board = await fetch(`${address}/api/arenas/${ARENA}/leaderboard?source=people`)
  return ((await board.json()) as { votes: number }).votes
}

async function database(): Promise<string> {
  const { connectionString, close } = await createTestDatabase()
  onTestFinished(() => close())
  return connectionString
}

async function startServer(databaseUrl: string) {
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: resolve(import.meta.dirname, '../..'),
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      DATABASE_URL: databaseUrl,
      DEADHEAT_DATA: await temporaryFolder(),
      DEADHEAT_DEMO: '1',
      PORT: '0',
    },
  })
  onTestFinished(() => void server.kill('SIGKILL'))
  const errors = text(server.stderr)
  let address: string | undefined
  while (address === undefined) {
    const [chunk] = (await once(server.stdout, 'data')) as [Buffer]
    address = /http:\/\/127\.0\.0\.1:\d+/.exec(String(chunk))?.[0]
  }
  return { server, address, errors }
}
