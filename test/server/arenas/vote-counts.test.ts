/** Counts of votes that are kept in memory equal a count from scratch, while several connections write. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { votesBySource } from '../../../server/arenas/vote-counts.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { makeArena, Writer } from '../ratings/busy-arena.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app?.close())

async function fromScratch(arena: number, until: Date | null) {
  const { rows } = await sql`
    select arena_id as "arenaId", source, case when source = 'judge' then voter end as name, count(*)::int as votes
    from counted_votes(${arena}, ${until}) group by 1, source, case when source = 'judge' then voter end
    order by source collate "C", (case when source = 'judge' then voter end) collate "C"`.execute(app.deps.db)
  return rows
}

it('after every change of three writers, at once and at publications', async () => {
  const { db } = app.deps
  const arenas = [await makeArena(app.database, 'busy'), await makeArena(app.database, 'quiet')]
  const clients = await Promise.all(Array.from({ length: 3 }, () => app.database.connect()))
  const writers = clients.map((client, i) => new Writer(client, arenas[0]!, i + 1))
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  let seen = 0
  for (let round = 0; round < 15; round++) {
    // while they write, readings meet transactions that are open
    await Promise.all([
      ...writers.map((writer) => writer.write()),
      votesBySource(db, arenas, null, 20),
      votesBySource(db, [arenas[0]!], null, 20),
    ])
    const until = new Date(rows[0]!.now.getTime() + round * 1000)
    for (const moment of [null, until]) {
      const counts = await votesBySource(db, arenas, moment, 20)
      expect(counts).toEqual(await fromScratch(arenas[0]!, moment))
      seen = Math.max(seen, counts.length)
    }
  }
  // a clock that goes back
  const before = new Date(rows[0]!.now.getTime() - 3_600_000)
  expect(await votesBySource(db, arenas, before, 20)).toEqual(await fromScratch(arenas[0]!, before))
  expect(seen).toBeGreaterThanOrEqual(4)
  await Promise.all(clients.map((client) => client.end()))
})
