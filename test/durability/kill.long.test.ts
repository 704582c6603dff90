import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '../../server/platform/database.ts'
import { openEmbeddedPostgres } from '../../server/platform/embedded-postgres/index.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { TestServer } from './test-server.ts'
import { Voters } from './voters.ts'

const KILLS = ['server', 'database', 'both'] as const
const ROUNDS = 10
const VOTES_BETWEEN = 15

it(
  'keeps every acknowledged vote exactly once if server and database are killed',
  { timeout: 240_000 },
  async () => {
    const dataDir = await temporaryFolder()
    const server = new TestServer(dataDir)
    onTestFinished(async () => {
      await server.killServer()
      if (await server.databasePid()) await (await openEmbeddedPostgres({ dataDir, fsync: false })).close()
    })
    await server.start()
    const voters = new Voters(8, 'support-replies', () => server.address)

    for (let round = 0; round < ROUNDS; round++) {
      await voters.cast(VOTES_BETWEEN)
      const kill = KILLS[round % KILLS.length]
      if (kill !== 'server') await server.killDatabase()
      if (kill === 'database') continue
      await server.killServer()
      await server.start()
    }
    await voters.cast(VOTES_BETWEEN)
    await voters.stop()
    await expect
      .poll(() => votesOnTheBoard(server.address), { timeout: 60_000, interval: 250 })
      .toBe(voters.acknowledged.length)
    expect(await server.stop()).toBe(0)
    expect(await server.databasePid()).toBeNull()

    const stored = await storedVotes(dataDir)
    const outcomes = new Map(stored.map(({ battle, outcome }) => [battle, outcome]))
    expect(outcomes.size).toBe(stored.length)
    expect(voters.repeated).toBeGreaterThan(0)
    expect(voters.acknowledged.length).toBeGreaterThan(ROUNDS * VOTES_BETWEEN)
    expect(voters.acknowledged.filter(({ battle, outcome }) => outcomes.get(battle) !== outcome)).toEqual([])
    expect(stored).toHaveLength(voters.acknowledged.length)
  },
)

async function votesOnTheBoard(address: string): Promise<number> {
  const response = await fetch(`${address}/api/arenas/support-replies/leaderboard?source=humans`)
  return ((await response.json()) as { votes: number }).votes
}

async function storedVotes(dataDir: string): Promise<{ battle: string; outcome: string }[]> {
  const database = await openDatabase({ dataDir })
  try {
    const votes = sql<{ battle: string; outcome: string }>`
      select battle_id as battle, outcome from votes where source = 'human'`
    return (await votes.execute(database.db)).rows
  } finally {
    await database.close()
  }
}
