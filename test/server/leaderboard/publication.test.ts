/** With DEADHEAT_PUBLISH_EVERY everything public shows the last publication, until the next one. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { nextPublication, publishedUntil } from '../../../server/platform/publication.ts'
import { rateArena } from '../../../server/ratings/index.ts'
import { Board } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'
import { Watcher } from './watcher.ts'

const [first, second, third] = NAMES as [string, string, string]
const TEN_MINUTES = 600

describe('the time of publication', () => {
  it('is ten seconds after whole multiples of the period, when no earlier vote can be retracted', () => {
    const at = (time: string) => new Date(`2024-05-01T${time}Z`)
    expect(publishedUntil(at('12:10:09.999'), TEN_MINUTES)).toEqual(at('12:00:00'))
    expect(publishedUntil(at('12:10:10.000'), TEN_MINUTES)).toEqual(at('12:10:00'))
    expect(nextPublication(at('12:00:00.000'), TEN_MINUTES)).toEqual(at('12:10:10'))
    expect(nextPublication(at('12:09:59.999'), TEN_MINUTES)).toEqual(at('12:10:10'))
  })

  it('is now if nothing is held back', () => {
    const now = new Date()
    expect(publishedUntil(now, 0)).toBeNull()
    expect(nextPublication(now, 0)).toEqual(now)
  })
})

describe('between two publications', () => {
  let app: TestApp
  let address: string
  let watcher: Watcher
  const visitor = () => new Visitor(app)

  beforeAll(async () => {
    app = await createTestApp({ publishEvery: TEN_MINUTES, clock: '2024-05-01T12:00:00.000Z' })
    address = await app.serve()
    const castAt = new Date('2024-05-01T11:55:00.000Z')
    const early = [voteOf(first, second, 'left'), voteOf(second, third, 'left'), voteOf(third, first, 'left')]
    await importInto(
      app.deps,
      arenaOf('held', { prompts: 20, votes: early.map((vote) => ({ ...vote, castAt })) }),
    )
    app.clock.advance(10)
    watcher = await Watcher.of(address, 'held')
  })
  afterAll(() => app.close())

  const board = async (query = '') =>
    Board.parse(await (await app.request(`/api/arenas/held/leaderboard${query}`)).json())
  const exported = async () => {
    const text = await (await app.request('/api/arenas/held/export/votes.jsonl')).text()
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
    app.clock.set('2024-05-01T12:10:09.999Z')
    expect((await board()).votes).toBe(3)
    expect((await board('?from=2024-01-02')).votes).toBe(3)
    expect(await exported()).toBe(3)
  })

  it('a vote queues a board for the next one, and a job that comes early publishes nothing', async () => {
    const { rows } = await sql<{ early: boolean; late: boolean }>`
      select run_at < created_at + interval '595 seconds' as early, run_at > now() + interval '600.25 seconds' as late
      from graphile_worker.jobs where task_identifier = 'rate-arena'`.execute(app.deps.db)
    expect(rows).toEqual([{ early: false, late: false }])
    await rateArena(app.deps, 1)
    expect((await board()).votes).toBe(3)
  })

  it('a vote that is retracted is never visible', async () => {
    app.clock.set('2024-05-01T12:05:00.000Z')
    const one = visitor()
    const shown = await one.battle('held')
    await one.vote(shown, 'right')
    expect((await one.takeBack(shown)).status).toBe(200)
    expect((await board()).votes).toBe(3)
  })

  it('votes are published together at the next one, in one board', async () => {
    app.clock.set('2024-05-01T12:10:10.250Z')
    expect(await exported()).toBe(7)
    await app.settle()
    expect((await board()).votes).toBe(7)
    expect((await board('?from=2024-01-01')).votes).toBe(7)
    expect((await watcher.next())!.board).toMatchObject({ votes: 7, computedAt: '2024-05-01T12:10:10.250Z' })
    await watcher.leave()
  })

  it('a vote that is retracted just after the period ends is never public', async () => {
    app.clock.set('2024-05-01T12:19:58.000Z')
    const one = visitor()
    const shown = await one.battle('held')
    await one.vote(shown, 'right')
    app.clock.set('2024-05-01T12:20:07.000Z')
    await rateArena(app.deps, 1)
    expect((await board()).votes).toBe(7)
    expect((await one.takeBack(shown)).status).toBe(200)
    app.clock.set('2024-05-01T12:20:10.250Z')
    await rateArena(app.deps, 1)
    expect((await board()).votes).toBe(7)
    expect(await exported()).toBe(7)
  })

  it('a decided battle has no page until its vote is published', async () => {
    const somebody = visitor()
    const shown = await somebody.battle('held')
    app.clock.advance(1)
    expect((await somebody.vote(shown, 'left')).status).toBe(201)
    const page = (headers: Record<string, string> = {}) =>
      app.request(`/api/battles/${shown.battle.id}`, { headers })
    expect((await page()).status).toBe(404)
    expect((await page({ authorization: `Bearer ${ADMIN_TOKEN}` })).status).toBe(200)
    app.clock.set(nextPublication(app.clock.now(), TEN_MINUTES).toISOString())
    expect((await page()).status).toBe(200)
  })
})
