/** With DEADHEAT_PUBLISH_EVERY everything public shows the last publication, until the next one. */
import { describe, expect, it } from 'vitest'
import { rateArena } from '../../../server/ratings/snapshots.ts'
import { publishVotes } from '../../../server/votes/index.ts'
import { appFor, AS_ADMIN } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'
import { Watcher } from './watcher.ts'

const [first, second, third] = NAMES as [string, string, string]
const TEN_MINUTES = 600

describe('between two publications', () => {
  let address: string
  let watcher: Watcher
  const visitor = () => new Visitor(app)
  /** Sets the clock and takes the step of publishing that is due. */
  const at = async (time: string) => {
    app.clock.set(`2024-05-01T${time}Z`)
    await publishVotes(app.deps)
  }

  const app = appFor({ publishEvery: TEN_MINUTES, clock: '2024-05-01T12:00:00.000Z' }, async () => {
    address = await app.serve()
    const castAt = new Date('2024-05-01T11:55:00.000Z')
    const early = [voteOf(first, second, 'left'), voteOf(second, third, 'left'), voteOf(third, first, 'left')]
    await app.import(arenaOf('held', { prompts: 20, votes: early.map((vote) => ({ ...vote, castAt })) }))
    await at('12:00:00')
    await at('12:00:10')
    await app.database.pool.query('delete from graphile_worker._private_jobs')
    watcher = await Watcher.of(address, 'held')
  })

  const board = (query = '') => app.board('held', query)
  const exported = async () => {
    const text = await app.text('/api/arenas/held/export/votes.jsonl')
    return text.split('\n').filter(Boolean).length
  }

  it('board, export and stream stay as at the last one', async () => {
    expect((await watcher.next())!.board.votes).toBe(3)
    app.clock.advance(5)
    for (let n = 0; n < 4; n++) {
      const one = visitor()
      expect((await one.vote(await one.battle('held'), 'left')).status).toBe(201)
    }
    expect((await board()).votes).toBe(3)
    expect((await board('?from=2024-01-01')).votes).toBe(3)
    expect(await exported()).toBe(3)
  })

  it('a vote queues a board for the next one, and a job that comes early publishes nothing', async () => {
    const rows = await app.sql<{ early: boolean; late: boolean }>`
      select run_at < created_at + interval '595 seconds' as early, run_at > now() + interval '600 seconds' as late
      from graphile_worker.jobs where task_identifier = 'rate-arena'`
    expect(rows).toEqual([{ early: false, late: false }])
    await rateArena(app.deps, 1)
    expect((await board()).votes).toBe(3)
  })

  it('votes are published together at the next one, in one board', async () => {
    await at('12:09:59.999')
    expect((await board()).votes).toBe(3)
    expect((await board('?from=2024-01-02')).votes).toBe(3)
    expect(await exported()).toBe(3)
    await at('12:10:00.250')
    expect(await exported()).toBe(7)
    const rows = await app.sql`select run_at <= now() as due from graphile_worker.jobs
      where task_identifier = 'rate-arena'`
    expect(rows).toEqual([{ due: true }])
    await app.settle()
    expect((await board()).votes).toBe(7)
    expect((await board('?from=2024-01-01')).votes).toBe(7)
    expect((await watcher.next())!.board).toMatchObject({ votes: 7, computedAt: '2024-05-01T12:10:00.250Z' })
    await watcher.leave()
  })

  it('a decided battle has no page until its vote is published', async () => {
    const somebody = visitor()
    const shown = await somebody.battle('held')
    app.clock.advance(1)
    expect((await somebody.vote(shown, 'left')).status).toBe(201)
    const page = (headers: Record<string, string> = {}) =>
      app.request(`/api/battles/${shown.battle.id}`, { headers })
    expect((await page()).status).toBe(404)
    expect((await page(AS_ADMIN)).status).toBe(200)
    await app.publish()
    expect((await page()).status).toBe(200)
  })
})
