/** Boards of days before the first stored one: counted later, by the same rule, from the votes that count now. */
import { expect, it } from 'vitest'
import { sql } from 'kysely'
import { chosenDays, countPastBoards, requestPastOfAll } from '../../../server/ratings/past-boards.ts'
import { History } from '../../../shared/contracts/index.ts'
import type { ImportedVote } from '../../../server/transfer/import/arena-import.ts'
import { appFor } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'

const [first, second, third] = NAMES as [string, string, string]
const OUTCOMES = ['left', 'left', 'right', 'tie'] as const
const DAYS = ['2024-04-01', '2024-04-02', '2024-04-10', '2024-04-30']

const castOn = (day: string, votes: number): ImportedVote[] =>
  Array.from({ length: votes }, (_, i) =>
    voteOf(NAMES[i % 3], NAMES[(i + 1) % 3], OUTCOMES[i % 4], {
      prompt: `p${1 + (i % 4)}`,
      voter: `person-${i % 7}`,
      castAt: new Date(`${day}T23:5${i % 10}:00Z`),
    }),
  )

const app = appFor({ clock: '2024-05-01T12:00:00.000Z' }, async () => {
  await app.import(arenaOf('dated', { votes: DAYS.flatMap((day) => castOn(day, 24)) }))
  await app.settle()
})

const history = (arena = 'dated') => app.read(History, `/api/arenas/${arena}/history`)
const admin = (path: string, json?: unknown) => app.asAdmin(path, json)
const rowsOf = (columns: string) =>
  app.sql<
    Record<string, unknown>
  >`select ${sql.raw(columns)} from past_boards order by arena_id, view_key, day`

it('a dated import shows a course, marked as counted later, and ends with the stored board', async () => {
  const { points, countedLater } = await history()
  expect(countedLater).toEqual({ counted: 4, of: 4 })
  expect(points.map(({ at, votes, countedLater }) => [at, votes, countedLater])).toEqual([
    ...DAYS.map((day, i) => [`${day}T23:59:59.999Z`, 24 * (i + 1), true]),
    ['2024-05-01T12:00:00.000Z', 96, false],
  ])
})

it('each point is the board of the votes cast until that day', async () => {
  for (const point of (await history()).points.slice(0, -1)) {
    const to = point.at.slice(0, 10)
    const board = await app.board('dated', `?to=${to}`)
    const { votes, state, leader, deadHeat } = board
    expect(point).toMatchObject({ votes, state, leader, deadHeat })
    expect(point.ratings).toEqual(
      board.contestants.map(({ name, rating, interval }) => ({
        name,
        rating,
        low: interval?.[0] ?? null,
        high: interval?.[1] ?? null,
      })),
    )
  }
})

it('the job again counts nothing anew, and goes on where it was stopped', async () => {
  const { id } = await app.arena('dated')
  const before = await rowsOf('*, xmin::text')
  await countPastBoards(app.deps, { arenaId: id, from: 'plan' })
  expect(await rowsOf('*, xmin::text')).toEqual(before)
  await app.sql`update past_boards set counted_version = null, point = null where day < '2024-04-10'`
  expect((await history()).countedLater).toEqual({ counted: 2, of: 4 })
  await countPastBoards(app.deps, { arenaId: id, from: 'resume' })
  const after = await rowsOf('*, xmin::text')
  expect(after.slice(2)).toEqual(before.slice(2))
  expect(after.map(({ point }) => point)).toEqual(before.map(({ point }) => point))
})

it('a vote that does not count any more leaves the boards since its day', async () => {
  const etag = (await app.request('/api/arenas/dated/history')).headers.get('etag')!
  const rows = await app.sql<{ id: number }>`
    select v.id from votes v join arenas a on a.id = v.arena_id
    where a.slug = 'dated' and v.cast_at::date = '2024-04-10' limit 1`
  const before = await rowsOf('counted_version')
  const quarantined = await admin('/api/admin/arenas/dated/votes/quarantine', {
    votes: [Number(rows[0].id)],
    reason: 'a test',
  })
  expect([quarantined.status, await quarantined.text()]).toEqual([200, expect.anything()])
  await app.settle()
  const { points } = await history()
  expect(points.map(({ votes }) => votes)).toEqual([24, 48, 71, 95, 95])
  const changed = (await rowsOf('counted_version')).map(
    (row, i) => row.counted_version !== before[i].counted_version,
  )
  expect(changed).toEqual([false, false, true, true])
  expect(
    (await app.request('/api/arenas/dated/history', { headers: { 'if-none-match': etag } })).status,
  ).toBe(200)
})

it('older votes that come later change the plan; votes of today change nothing', async () => {
  await app.import(arenaOf('dated', { votes: castOn('2024-03-01', 12) }))
  await app.settle()
  expect((await history()).points.map(({ votes }) => votes)).toEqual([12, 36, 60, 83, 107, 107])
  const before = await rowsOf('*')
  app.clock.set('2024-05-02T12:00:00.000Z')
  await app.import(arenaOf('dated', { votes: [voteOf(first, second, 'left')] }))
  await app.settle()
  expect(await rowsOf('*')).toEqual(before)
  expect((await history()).points.at(-1)).toMatchObject({ votes: 108, countedLater: false })
})

it('chooses days evenly, the first and the last among them', () => {
  expect(chosenDays([...Array(200).keys()], 12)).toEqual([
    0, 18, 36, 54, 72, 90, 109, 127, 145, 163, 181, 199,
  ])
  expect(chosenDays([1, 2], 12)).toEqual([1, 2])
})

it('a server that starts counts arenas that have none, and no others', async () => {
  await app.sql`delete from past_boards`
  await app.import(arenaOf('fresh', { votes: [voteOf(second, third, 'left')] }))
  await app.settle()
  await requestPastOfAll(app.deps)
  await app.settle()
  expect((await history()).countedLater).toEqual({ counted: 5, of: 5 })
  expect((await history('fresh')).points).toHaveLength(1)
})

it('an arena that is removed meanwhile leaves nothing', async () => {
  const rows = await app.sql<{ id: number }>`select id from arenas where slug = 'dated'`
  await app.sql`delete from past_boards`
  const [removed] = await Promise.all([
    admin('/api/admin/arenas/dated/remove', { confirm: 'dated' }),
    countPastBoards(app.deps, { arenaId: rows[0].id, from: 'plan' }),
  ])
  expect([removed.status, await removed.text()]).toEqual([200, expect.anything()])
  expect(await rowsOf('day')).toEqual([])
})
