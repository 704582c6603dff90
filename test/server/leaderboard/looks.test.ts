/** A live board holds for all looks at it. Anybody may ask for the board that holds for one look. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { VERSION } from '../../../server/platform/config/installation.ts'
import { rateArena } from '../../../server/ratings/index.ts'
import { importInto } from '../../../server/transfer/index.ts'
import { verifyBoard } from '../../../server/transfer/verify/verify-board.ts'
import { Board } from '../../../shared/contracts/index.ts'
import { smallPrint } from '../../../shared/sentence/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { exportedRows } from '../exported-rows.ts'
import { problemOf } from '../visitor.ts'

const [first, second, third] = NAMES as [string, string, string]
/** The first wins 3 of 4 votes against both others, on 60 prompts. */
const VOTES = Array.from({ length: 240 }, (_, i) =>
  voteOf(
    i % 2 ? first : third,
    i % 2 ? (i % 4 === 1 ? second : third) : second,
    i % 8 < 6 ? 'left' : 'right',
    {
      prompt: `p${1 + (i % 60)}`,
    },
  ),
)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.work()
  await importInto(app.deps, arenaOf('watched', { prompts: 60, votes: VOTES }))
  await app.settle()
})
afterAll(() => app?.close())

const text = async (path: string): Promise<string> => (await app.request(path)).text()
const boardAt = async (query = '', route = ''): Promise<Board> =>
  Board.parse(JSON.parse(await text(`/api/arenas/watched/leaderboard${route}${query}`)))
const lengthsOf = ({ contestants }: Board) =>
  contestants.map(({ comparison }) => comparison![1]! - comparison![0]!)

it('the board holds for all looks unless the request names one look', async () => {
  const [any, one, anyRequested] = [await boardAt(), await boardAt('?looks=one'), await boardAt('?looks=any')]
  expect(any).toMatchObject({ looks: 'any', winner: null })
  expect(one).toMatchObject({ looks: 'one', votesSha256: any.votesSha256 })
  expect(one.k).toBeCloseTo(any.k!, 12)
  expect(anyRequested).toEqual(any)
  const ratios = lengthsOf(any).map((length, i) => length / lengthsOf(one)[i]!)
  expect(Math.min(...ratios)).toBeGreaterThan(1.1)
  any.contestants.forEach(({ name, rating, marginal }, i) =>
    expect({ name, rating, marginal }).toEqual({
      name: one.contestants[i]!.name,
      rating: one.contestants[i]!.rating,
      marginal: one.contestants[i]!.marginal,
    }),
  )
})

it('other numbers of looks are refused', async () => {
  const response = await app.request('/api/arenas/watched/leaderboard?looks=two')
  expect(await problemOf(response)).toEqual([400, 'invalid_request'])
})

it.each(['txt', 'md'])('the %s board states its promise', async (format) => {
  const [any, one] = [await text(`/a/watched.${format}`), await text(`/a/watched.${format}?looks=one`)]
  const flat = (board: string) => board.replaceAll(/\s+/g, ' ')
  expect(flat(any)).toContain(smallPrint(await boardAt()).join(' '))
  expect(flat(any)).toContain('over all looks')
  expect(flat(one)).toContain('if you look once')
})

it.each(['', '?looks=one'])('the board %s is recomputed from the exported votes', async (query) => {
  const board = await boardAt(query, '/settled')
  const rows = await exportedRows(await text(`/api/arenas/watched/export/votes.jsonl${query}`))
  expect(verifyBoard(board, rows, { version: VERSION })).toMatchObject({ agrees: true, differences: [] })
})

it('a board that was stored when boards held for one look is computed again', async () => {
  const any = await boardAt()
  await app.database.pool.query(
    `update snapshots set data_version = '1:240:0:0', board = jsonb_set(board::jsonb - 'looks', '{winner}', '"old"')::text
     where view_key not like '%one%'`,
  )
  expect(await boardAt()).toEqual(any)
  await app.database.pool.query(
    `update snapshots set data_version = split_part(data_version, ':any', 1), board = '{}'`,
  )
  const { id } = await arenaNamed(app.deps.db, 'watched')
  await rateArena(app.deps, id)
  expect(await boardAt()).toEqual({ ...any, computedAt: expect.any(String) })
})
