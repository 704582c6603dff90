/** Ratings over time are those of the boards that were shown: one an hour, and one a day further back. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import { importInto } from '../../../server/transfer/index.ts'
import { Board, History } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { problemOf } from '../visitor.ts'

const [first, second, third] = NAMES as [string, string, string]
/** Four votes on each of 12 prompts. */
const ROUND = () =>
  Array.from({ length: 12 }, (_, i) => ({ prompt: `p${i + 1}` })).flatMap((on) => [
    voteOf(first, second, 'left', on),
    voteOf(second, third, 'left', on),
    voteOf(third, first, 'left', on),
    voteOf(first, third, 'tie', on),
  ])

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ clock: '2024-05-01T12:00:00.000Z' })
  await app.work()
  for (const moment of ['01T12:00', '01T12:40', '01T13:10', '05T09:00']) {
    app.clock.set(`2024-05-${moment}:00.000Z`)
    await importInto(app.deps, arenaOf('grown', { prompts: 12, votes: ROUND() }))
    await app.settle()
  }
  await importInto(app.deps, arenaOf('fresh'))
})
afterAll(() => app?.close())

const get = (path = 'grown/history', headers = {}) => app.request(`/api/arenas/${path}`, { headers })
const history = async (path?: string) => History.parse(await (await get(path)).json())

it('has the last board of each hour, oldest first, and ends with the current one', async () => {
  const { arena, view, points } = await history()
  expect([arena, view.source]).toEqual(['grown', 'humans'])
  expect(points.map(({ at, votes }) => [at, votes])).toEqual([
    ['2024-05-01T12:40:00.000Z', 96],
    ['2024-05-01T13:10:00.000Z', 144],
    ['2024-05-05T09:00:00.000Z', 192],
  ])
  const board = Board.parse(await (await get('grown/leaderboard')).json())
  const { winner, deadHeatForFirst, ratings } = points.at(-1)!
  expect([winner, deadHeatForFirst]).toEqual([board.winner, board.deadHeatForFirst])
  expect(ratings).toEqual(
    board.contestants.map(({ name, rating, comparison }) => ({
      name,
      rating,
      low: comparison?.[0] ?? null,
      high: comparison?.[1] ?? null,
    })),
  )
})

it('has a new ETag only after the next board', async () => {
  const etag = (await get()).headers.get('etag')!
  expect((await get('grown/history', { 'if-none-match': etag })).status).toBe(304)
  await importInto(app.deps, arenaOf('grown', { prompts: 12, votes: ROUND() }))
  await app.settle()
  expect((await get('grown/history', { 'if-none-match': etag })).status).toBe(200)
  expect((await history()).points.map(({ votes }) => votes)).toEqual([96, 144, 240])
})

it('keeps one board a day before the newest 48 hours', async () => {
  await sql`insert into snapshots (arena_id, view_key, tracked, data_version, board, etag, computed_at)
    select arena_id, view_key, tracked, data_version,
      jsonb_set(board::jsonb, '{computedAt}', to_jsonb(to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))::text, etag, at at time zone 'UTC'
    from (select * from snapshots order by id desc limit 1) s,
      generate_series('2024-06-01 00:30'::timestamp, '2024-06-04 23:30', '1 hour') at
    order by at`.execute(app.deps.db)
  const at = (await history()).points.map((point) => point.at)
  expect(at.slice(0, 2)).toEqual(['2024-05-01T13:10:00.000Z', '2024-05-05T09:00:00.000Z'])
  expect(at.slice(2, 4)).toEqual(['2024-06-01T23:30:00Z', '2024-06-02T23:30:00Z'])
  expect(at.slice(4, 6)).toEqual(['2024-06-03T00:30:00Z', '2024-06-03T01:30:00Z'])
  expect(at).toHaveLength(4 + 48)
})

it('is empty without boards, and refuses the same requests as the board', async () => {
  expect((await history('fresh/history')).points).toEqual([])
  expect(await problemOf(await get('grown/history?criterion=none'))).toEqual([400, 'invalid_request'])
  expect(await problemOf(await get('nowhere/history'))).toEqual([404, 'arena_unknown'])
})
