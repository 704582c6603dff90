/** A board of a category is one of several. It can be asked to hold together with all of them. */
import { expect, it } from 'vitest'
import { VERSION } from '../../../server/platform/config/installation.ts'
import { resolveView } from '../../../server/ratings/index.ts'
import { recountBoard } from '../../../server/ratings/recount-board.ts'
import { verifyBoard } from '../../../server/transfer/verify/verify-board.ts'
import { Board } from '../../../shared/contracts/index.ts'
import { smallPrint } from '../../../shared/sentence/index.ts'
import { appFor } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { exportedRows } from '../exported-rows.ts'
import { problemOf } from '../visitor.ts'

const [first, second, third] = NAMES as [string, string, string]
const CATEGORIES = ['code', 'letters', 'law', 'jokes', 'maps', 'tables']
/** The first wins 5 of 8 votes against both others, on 240 prompts of six categories. */
const VOTES = Array.from({ length: 1440 }, (_, i) =>
  voteOf(
    i % 2 ? first : third,
    i % 2 ? (i % 4 === 1 ? second : third) : second,
    i % 8 < 5 ? 'left' : 'right',
    { prompt: `p${1 + Math.floor(i / 6)}` },
  ),
)

const app = appFor({}, async () => {
  await app.import(arenaOf('shelves', { prompts: 240, votes: VOTES, categories: CATEGORIES }))
  await app.import(arenaOf('one-shelf', { prompts: 4, votes: [voteOf(first, second, 'left')] }))
  await app.settle()
})

const text = async (path: string): Promise<string> => (await app.request(path)).text()
const boardAt = async (query: string, route = ''): Promise<Board> =>
  Board.parse(JSON.parse(await text(`/api/arenas/shelves/leaderboard${route}${query}`)))
const lengthsOf = ({ contestants }: Board) =>
  contestants.map(({ comparison }) => comparison![1]! - comparison![0]!)

const VIEWS = ['?category=code', '', '?category=law&looks=one', '?looks=one']
const withTogether = (query: string) => `${query}${query ? '&' : '?'}together=category`

it.each(VIEWS)('the board %s holds together with all others on request', async (query) => {
  const [alone, together] = [await boardAt(query), await boardAt(withTogether(query))]
  expect(alone.together).toBeUndefined()
  expect(together).toMatchObject({
    level: 0.95,
    categories: 6,
    together: { by: 'category', boards: 7, level: 1 - 0.05 / 7 },
    votesSha256: alone.votesSha256,
  })
  const ratios = lengthsOf(together).map((length, i) => length / lengthsOf(alone)[i]!)
  expect(Math.min(...ratios)).toBeGreaterThan(1.1)
  const rest = ({ contestants }: Board) =>
    contestants.map(({ name, rating, marginal }) => ({ name, rating, marginal }))
  expect(rest(together)).toEqual(rest(alone))
})

it('a board of a category states their number, and the board of all votes does not', async () => {
  expect((await boardAt('?category=code')).categories).toBe(6)
  expect(await boardAt('')).not.toHaveProperty('categories')
})

it.each(['txt', 'md'])('the %s board states for how many boards it holds', async (format) => {
  const flat = async (query: string) => (await text(`/a/shelves.${format}${query}`)).replaceAll(/\s+/g, ' ')
  expect(await flat('?category=code')).toContain('one of 7 boards')
  const together = await flat('?category=code&together=category')
  expect(together).toContain(smallPrint(await boardAt('?category=code&together=category')).join(' '))
  expect(together).toContain('wrong on at least one of 7 boards')
  expect(await flat('')).not.toContain('7 boards')
})

it.each(VIEWS.map(withTogether))('the board %s is recomputed from the votes', async (query) => {
  const board = await boardAt(query)
  const rows = await exportedRows(await text(`/api/arenas/shelves/export/votes.jsonl${query}`))
  expect(verifyBoard(board, rows, { version: VERSION })).toMatchObject({ agrees: true, differences: [] })
  const arena = await app.arena('shelves')
  const request = Object.fromEntries(new URLSearchParams(query))
  const view = await resolveView(app.deps, arena, request)
  expect(await recountBoard(app.deps, arena, view, board)).toEqual(board)
})

it('a board that claims fewer categories than its votes have is not verified', async () => {
  const board = await boardAt('?together=category')
  const rows = await exportedRows(await text('/api/arenas/shelves/export/votes.jsonl'))
  const { agrees, differences } = verifyBoard({ ...board, categories: 2 }, rows, { version: VERSION })
  expect(agrees).toBe(false)
  expect(differences).toContainEqual({ what: 'categories', snapshot: 2, recomputed: 6 })
})

it('a category that is added makes held boards longer', async () => {
  const before = await boardAt('?category=maps&together=category')
  await app.database.pool.query(
    `update prompts set category = 'new' where key = 'p1' and arena_id = (select id from arenas where slug = 'shelves')`,
  )
  const after = await boardAt('?category=maps&together=category')
  expect(after.together).toMatchObject({ boards: 8 })
  lengthsOf(after).forEach((length, i) => expect(length).toBeGreaterThan(lengthsOf(before)[i]!))
})

it.each([
  ['shelves', 'criterion'],
  ['one-shelf', 'category'],
])('arena %s refuses together=%s', async (arena, by) => {
  const response = await app.request(`/api/arenas/${arena}/leaderboard?together=${by}`)
  expect(await problemOf(response)).toEqual([400, 'invalid_request'])
})
