import type { Client } from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import {
  LONGEST_READ_MS,
  beginReading,
  changesQuery,
  endReading,
  votesQuery,
} from '../../../server/ratings/vote-store/vote-store.ts'
import { appFor } from '../../support/app.ts'
import { workOf } from '../../support/query-work.ts'
import { arenaOf, voteOf } from '../arena-import.ts'
import '../visitor.ts'
import { CONTESTANTS, insertVotes, makeArena } from './busy-arena.ts'

/** Reads of an arena that the planner's statistics do not know: their work grows with its votes, and has an end. */
describe('reads of an arena that statistics do not know', () => {
  const KNOWN = 3000
  const UNKNOWN = 1500
  let client: Client
  let unknown: number

  const app = appFor({}, async () => {
    const { pool } = app.database
    for (const table of ['votes', 'battles'])
      await pool.query(`alter table ${table} set (autovacuum_enabled = off)`)
    await vote(await makeArena(app.database, 'known'), KNOWN)
    await pool.query('analyze')
    unknown = await makeArena(app.database, 'unknown')
    await vote(unknown, UNKNOWN)
    client = await app.database.connect()
  })
  afterAll(async () => {
    await client.end()
  })

  const vote = (arena: number, count: number) =>
    insertVotes(
      app.database,
      arena,
      Array.from({ length: count }, (_, n) => ({
        left: 1,
        right: CONTESTANTS,
        prompt: 1,
        voter: `v${n}`,
        outcome: 'left' as const,
      })),
    )

  describe('reading the votes of an arena without planner statistics', () => {
    it.each([
      ['read for the first time', true, null],
      ['read again, all of them new', false, '3'],
    ])('joins them in work that grows with their number: %s', async (_, isFirst, since) => {
      await beginReading(client, unknown, isFirst)
      const work = await workOf(client, votesQuery(unknown, since))
      await endReading(client)
      expect(work.rows).toBe(UNKNOWN)
      expect(work.touched).toBeLessThan(10 * UNKNOWN)
    })

    it.each([null, '3'])(
      'finds their changes without reading votes, from transaction %s on',
      async (since) => {
        await beginReading(client, unknown, since === null)
        const work = await workOf(client, changesQuery(unknown, since))
        await endReading(client)
        expect(work.rows).toBe(0)
        expect(work.touched).toBeLessThan(30)
      },
    )

    it('finds a few new votes by index', async () => {
      const { rows } = await client.query('select max(txid)::text as last from votes')
      await vote(unknown, 3)
      await beginReading(client, unknown, false)
      const work = await workOf(client, votesQuery(unknown, `${BigInt(rows[0].last) + 1n}`))
      await endReading(client)
      expect(work.rows).toBe(3)
      expect(work.touched).toBeLessThan(30)
    })
  })

  describe('a read of votes that takes too long', () => {
    /** Blocks all reads of battles until the returned function is called. */
    async function blockBattles(): Promise<() => Promise<void>> {
      const blocker = await app.database.connect()
      await blocker.query('begin; lock table battles in access exclusive mode')
      return () => blocker.end()
    }

    it('is stopped by the database', async () => {
      await beginReading(client, unknown, true)
      expect((await client.query('show statement_timeout')).rows[0].statement_timeout).toBe(
        `${LONGEST_READ_MS / 60_000}min`,
      )
      await endReading(client)
      const unblock = await blockBattles()
      await beginReading(client, unknown, true, 20)
      await expect(client.query(votesQuery(unknown, null))).rejects.toMatchObject({ code: '57014' })
      await client.query('rollback')
      await unblock()
    })

    it('is answered with 503 and logged, and the next read starts again', async () => {
      const unblock = await blockBattles()
      const pending = app.request('/api/arenas/unknown/leaderboard?source=people')
      for (let stopped = false; !stopped;) {
        const { rows } = await app.database.pool.query(
          `select pg_cancel_backend(pid) as stopped from pg_stat_activity
        where application_name = 'deadheat vote store' and datname = current_database() and wait_event_type = 'Lock'`,
        )
        stopped = rows[0]?.stopped ?? false
      }
      const refused = await pending
      await expect(refused).toBeProblem(503, 'database_unreachable')
      expect(app.logged.join('')).toContain(`Reading the votes of arena ${unknown} was stopped`)
      await unblock()
      const answered = await app.request('/api/arenas/unknown/leaderboard?source=people')
      expect(await answered.json()).toMatchObject({ votes: UNKNOWN + 3 })
    })
  })

  it('after an import of many votes the planner has statistics at once', async () => {
    const sizeKnown = async () => {
      const { rows } = await app.database.pool.query(
        `select reltuples::int as votes from pg_class where oid = 'votes'::regclass`,
      )
      return rows[0].votes
    }
    const importVotes = (slug: string, count: number) => {
      const votes = Array.from({ length: count }, () => voteOf('Quillon-7b', 'Marlowe-xl', 'left'))
      return app.import(arenaOf(slug, { votes }))
    }

    await importVotes('small', 100)
    expect(await sizeKnown()).toBe(KNOWN)
    await importVotes('large', 10_000)
    expect(await sizeKnown()).toBe(KNOWN + UNKNOWN + 3 + 100 + 10_000)
  })
})
